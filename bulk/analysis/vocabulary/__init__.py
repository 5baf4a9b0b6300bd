"""What people call things, in Portuguese and English. Data only: no rule is written here."""
