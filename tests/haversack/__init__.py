"""The Guardians of Haversack on trial."""
