"""The analysis as a person asks for it: with the labels they taught, their own texts, and a model where one is set up."""
