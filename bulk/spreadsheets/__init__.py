"""Files of accounts read into a table, and what each column is to a game.

Nothing here stores anything: a file goes in, texts with their line numbers come out, and the browser turns them into
the accounts of an ordinary run.
"""
