"""The arguments of the floor's acts, by what they are done to."""
