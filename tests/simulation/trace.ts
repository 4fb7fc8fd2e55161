import type { RunOutcome } from './run-plan.ts'
import type { HistoryEntry } from './world/history.ts'

const MOST_LINES = 400

function line(entry: HistoryEntry): string | undefined {
  switch (entry.kind) {
    case 'command':
      return `${entry.phone} ${entry.command}: ${entry.outcome} ${entry.invoiceId ?? entry.expenseId ?? ''}`
    case 'asked':
      return `${entry.tab} asks ${entry.endpoint} (${entry.request})${describeChunk(entry.body)}`
    case 'arrived':
      return `${entry.process} gets request ${entry.request}${entry.copy > 0 ? ' again' : ''}`
    case 'answered':
      return `request ${entry.request} ends: ${entry.outcome}`
    case 'authority':
      return `${entry.process} calls the authority ${entry.call}: ${entry.outcome}`
    case 'fault':
      return `FAULT ${entry.who}: ${entry.what}`
    case 'mailed':
      return `${entry.process} mails ${entry.mailId}`
    case 'sold':
      return `${entry.by} sale of Tsh ${entry.amount}: ${entry.what} ${entry.code}`
    case 'texted':
      return `${entry.process} texts ${entry.smsId}`
    case 'chose':
      return `${entry.phone} chooses file ${entry.sha256.slice(0, 12)}`
    case 'opened':
      return `${entry.phone} opens file ${entry.sha256.slice(0, 12)}: ${entry.shown?.slice(0, 12) ?? 'nothing'}`
    case 'evicted':
      return `${entry.phone} was emptied by the browser`
    case 'copied':
      return `${entry.to} is a copy of ${entry.phone}`
    case 'damaged':
    case 'emptied':
      return `${entry.phone} ${entry.kind}: ${String(entry.row['type'])} ${String(entry.row['opId'])} ${String(entry.row['lane'])}`
    case 'unhandled':
      return `BROKE ${entry.message}`
    case 'log':
      return `${entry.process} logs ${entry.event}`
    case 'stored':
      return stored(entry)
  }
}

function stored({
  phone,
  store,
  write,
  value,
}: Extract<HistoryEntry, { kind: 'stored' }>): string | undefined {
  if (write === 'delete') return store === 'outbox' ? `${phone} deletes outbox ${String(value)}` : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const shown = Object.entries(value)
    .filter(([key]) =>
      [
        'id',
        'rev',
        'status',
        'shown',
        'opId',
        'type',
        'state',
        'seq',
        'lane',
        'sha256',
        'sent',
        'size',
      ].includes(key),
    )
    .map(([key, field]) => `${key}=${String(field)}`)
  const told = [
    ...['outbox', 'invoices', 'customers', 'products', 'expenses', 'files', 'vendors', 'collections'],
  ].includes(store)
  return told ? `${phone} stores ${store} ${shown.join(' ')}` : undefined
}

/** The story of a run, a line for each thing that matters. */
export function traceOf({ plan, evidence }: RunOutcome): string[] {
  const lines = evidence.history.flatMap((entry) => {
    const text = line(entry)
    return text === undefined ? [] : [`${((entry.at - plan.startsAt) / 1000).toFixed(3)} s  ${text}`]
  })
  const left = lines.length - MOST_LINES
  return left > 0 ? [...lines.slice(0, MOST_LINES), `… and ${left} more`] : lines
}

/** For a chunk of a file, its offset. */
function describeChunk(body: string): string {
  const [, sha256, offset] = /^\{"sha256":"(\w{12})\w*".*?"offset":(\d+)/.exec(body) ?? []
  return offset === undefined ? '' : ` ${sha256} from ${offset}`
}
