/** A stored row, as any disk may give it back. */
export type Row = Readonly<Record<string, unknown>>

const without = (field: string) => (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== field))

function cycle(): Row {
  const round: Record<string, unknown> = {}
  round['self'] = round
  return round
}

/** What may become of a row of the outbox: its place is all that stays in every one. */
export const ROW_DAMAGES: readonly ((row: Row) => Row)[] = [
  ...['lane', 'dependsOn', 'opId', 'state', 'body'].map(without),
  (row) => ({ ...row, body: String(row['body']).slice(0, 40) }),
  (row) => ({ ...row, body: String(row['body']).replace(/\d/, '9') }),
  (row) => ({ ...row, body: 7n }),
  (row) => ({ ...row, deviceSeq: 7n }),
  (row) => ({ ...row, dependsOn: [cycle()] }),
  (row) => ({ ...row, last: 'done' }),
  ({ seq }) => ({ seq }),
]
