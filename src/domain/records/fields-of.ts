type Identity = { readonly id: string; readonly companyId: string; readonly rev: number }

/** What a person enters of a record: without its identity and its revision. */
export function fieldsOf<T extends Identity>(record: T): Omit<T, keyof Identity> {
  const { id: _id, companyId: _company, rev: _rev, ...fields } = record
  return fields
}
