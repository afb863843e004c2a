"""What is generated from the protocol module: TypeScript types and the reference documents."""
