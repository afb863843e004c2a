"""The operator's store on SQL."""
