"""A second, plain implementation of settlement, written from the texts alone, to check the engine against."""
