"""The Guardians of Haversack, for one to four players."""
