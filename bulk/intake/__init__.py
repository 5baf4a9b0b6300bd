"""What comes before a run: pasted texts and their analysis, files of accounts, drafts, templates of texts."""
