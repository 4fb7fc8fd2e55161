/** A field that was never filled, one that was cleared and a switch that is off are the same to a person. */
function comparable(value: unknown): unknown {
  return value === undefined || value === false ? '' : value
}

/** Whether something was typed that differs from the record, so that closing its form would lose it. */
export function hasUnsavedChanges<Form extends object>(record: Partial<Form>, typed: Partial<Form>): boolean {
  const before = new Map<string, unknown>(Object.entries(record))
  return Object.entries(typed).some(([field, value]) => comparable(value) !== comparable(before.get(field)))
}
