/** What the value of a field is read as. */
export type FieldKind =
  | 'amount'
  | 'number'
  | 'own-time'
  | 'service-time'
  | 'identifier'
  | 'text'
  // Of statements: kept as the table writes them, and read by what the settings say of the table.
  | 'stated-amount'
  | 'stated-time'
  | 'date'
  | 'word';
