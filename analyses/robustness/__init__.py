"""What is concluded under the rules as they stand, and how much of it other plausible rules would leave standing."""
