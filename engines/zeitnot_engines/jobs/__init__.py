"""Work that splits into independent tasks, done by threads of this process or by other machines."""
