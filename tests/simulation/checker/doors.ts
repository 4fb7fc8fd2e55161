import { COMPANIES } from '../world/simulation-fixture.ts'
import { DOORS } from '../world/stock-doors.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

type Operation = RunEvidence['server']['operations'][number]
type Channel = keyof typeof DOORS

/** What a program or a feature phone asked for: it is on no phone, and has no place in an outbox. */
export function isOfDoor({ device_id: device }: Pick<Operation, 'device_id'>): boolean {
  return device === DOORS.API || device === DOORS.USSD
}

type Asked = { readonly by: Channel; readonly amount: number; readonly codes: Set<string>; last: string }

/** Each sale that was asked for, and the codes that were answered. */
function askedSales({ history }: RunEvidence): Asked[] {
  const sales = new Map<string, Asked>()
  for (const entry of history) {
    if (entry.kind !== 'sold') continue
    const { by, amount, what, code } = entry
    const key = `${by} ${amount}`
    const sale = sales.get(key) ?? { by, amount, codes: new Set<string>(), last: '' }
    sales.set(key, sale)
    sale.last = what
    if (what === 'acknowledged') sale.codes.add(code)
  }
  return [...sales.values()]
}

/**
 * I1, I2, I3, I11: what a program or a feature phone read as submitted is there once, with the number it read;
 * what was asked again, at once or after a lost answer, is one invoice; each gets an answer; and each was asked for.
 */
export function checkDoors(evidence: RunEvidence): Violation[] {
  const { server } = evidence
  const found: Violation[] = []
  const sales = askedSales(evidence)
  const submitted = submittedAtDoors(evidence)
  for (const { by, amount, codes, last } of sales) {
    const name = `the sale of Tsh ${amount} by ${by}`
    const mine = submitted.filter((one) => one.by === by && one.amount === amount * 100)
    if (mine.length > 1) {
      const ids = mine.map(({ id }) => id).join(' and ')
      found.push({ invariant: 'I2', message: `${name} is invoice ${ids}` })
    }
    for (const code of codes) {
      if (mine.some((one) => one.code === code)) continue
      found.push({ invariant: 'I1', message: `${name} was acknowledged as receipt ${code} and is not there` })
    }
    if (last === 'found' && mine.length === 0)
      found.push({ invariant: 'I1', message: `${name} was in the list and is not there` })
    if (evidence.settled.quiet && !['acknowledged', 'found'].includes(last))
      found.push({ invariant: 'I3', message: `${name} ends as ${last}` })
  }
  const known = new Set(sales.map(({ by, amount }) => `${by} ${amount * 100}`))
  for (const { by, amount, id, companyId } of submitted) {
    if (!known.has(`${by} ${amount}`) || companyId !== COMPANIES[0]?.id)
      found.push({ invariant: 'I11', message: `no sale led to invoice ${id} by ${by}` })
  }
  if (server.operations.some((row) => isOfDoor(row) && row.company_id !== COMPANIES[0]?.id))
    found.push({ invariant: 'I7', message: 'work of a door was done for the other shop' })
  return [...found, ...textedOnce(evidence)]
}

function submittedAtDoors({ server }: RunEvidence) {
  return server.operations.flatMap((row) => {
    if (!isOfDoor(row) || row.type !== 'invoice.submit' || row.result.state !== 'done') return []
    const { change } = row.result
    const invoice = server.invoices.find(({ id }) => id === change?.id)?.document
    if (!invoice) return []
    const { id, companyId, totals } = invoice
    const code = server.receipts.find(({ invoice_id }) => invoice_id === id)?.rctvnum
    const by: Channel = row.device_id === DOORS.API ? 'API' : 'USSD'
    return [{ by, id, companyId, amount: totals.totalIncludingTax, code }]
  })
}

/** I8: a message whose fate is unknown is not sent again. */
function textedOnce({ history }: RunEvidence): Violation[] {
  const sent = history.flatMap((entry) => (entry.kind === 'texted' ? [entry.smsId] : []))
  return sent
    .filter((id, index) => sent.indexOf(id) !== index)
    .map((id) => ({ invariant: 'I8', message: `message ${id} was sent twice` }))
}

/** What has to happen at doors on some of many days. */
export const DOOR_EXPECTED: readonly string[] = [
  ...['API acknowledged', 'API repeated', 'USSD acknowledged', 'USSD resumed', 'USSD found'],
]

export function doorsSeen({ history }: RunEvidence): string[] {
  return history.flatMap((entry) => (entry.kind === 'sold' ? [`${entry.by} ${entry.what}`] : []))
}
