import type { RunEvidence, Violation } from './run-evidence.ts'

/** I5: what was sold is the same sum on phone, server and authority, per receipt, per day and per tax. */
export function checkSums({ server, authority, phones }: RunEvidence): Violation[] {
  const found: Violation[] = []
  const perDay = new Map<string, number>()
  for (const row of server.receipts) {
    const key = `${row.company_id} ${row.day}`
    perDay.set(key, (perDay.get(key) ?? 0) + Number(row.total))
    const accepted = authority.receipts.get(row.rctvnum)
    if (!accepted) continue
    const invoice = server.invoices.find(({ id }) => id === row.invoice_id)?.document
    const ours = (invoice?.totals.perLetter ?? []).map(({ net, tax }) => `${net} ${tax}`).sort()
    const theirs = accepted.vatTotals.map(({ netCents, taxCents }) => `${netCents} ${taxCents}`).sort()
    const same = accepted.totalInclCents === Number(row.total) && ours.join() === theirs.join()
    if (!same)
      found.push({ invariant: 'I5', message: `receipt ${row.rctvnum} has other sums at the authority` })
  }
  const totals = new Map(
    server.aggregates
      .filter(({ kind }) => kind === 'day')
      .map((row) => [`${row.company_id} ${row.period}`, row.figures.gross]),
  )
  for (const key of new Set([...perDay.keys(), ...totals.keys()])) {
    const [sold, stored] = [perDay.get(key) ?? 0, totals.get(key) ?? 0]
    if (sold !== stored)
      found.push({ invariant: 'I5', message: `${key}: receipts say ${sold}, the kept total ${stored}` })
  }
  // Each movement of stock is in the level of its product once.
  const entered = new Map<string, number>()
  for (const { company_id: company, type, result } of server.operations) {
    if (type === 'stock.add' && result?.state === 'done')
      entered.set(company, (entered.get(company) ?? 0) + 1)
  }
  const levels = server.aggregates.filter(({ kind }) => kind === 'stock')
  for (const company of new Set([...entered.keys(), ...levels.map((row) => row.company_id)])) {
    const own = levels.filter((row) => row.company_id === company)
    const counted = own.reduce((sum, { figures }) => sum + figures.count, 0)
    const done = entered.get(company) ?? 0
    if (counted !== done)
      found.push({ invariant: 'I5', message: `${company}: ${done} movements of stock, ${counted} in levels` })
  }
  for (const { phone, database, overlays, outbox } of phones) {
    const open = new Set(outbox.map(({ opId }) => opId))
    for (const { opId } of overlays) {
      if (!open.has(opId))
        found.push({ invariant: 'I5', message: `${phone} ${database} still adds ${opId} to its totals` })
    }
  }
  return found
}
