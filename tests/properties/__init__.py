"""Properties of both games over generated rules and positions: see docs/proofs.md."""
