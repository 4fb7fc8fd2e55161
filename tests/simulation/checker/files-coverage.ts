import type { OutboxEntry } from '#data/rows.ts'
import { chunkRequests, personOfBearer } from './file-model.ts'
import type { RunEvidence } from './run-evidence.ts'

/** What has to happen to files somewhere in three hundred seeds. */
export const FILES_EXPECTED: readonly string[] = [
  ...['did attach files', 'did take file off', 'did open file'],
  ...['file in several pieces', 'file resumed by another process', 'piece without an answer'],
  ...['piece damaged', 'file begun anew', 'file sent by the worker'],
  ...['file on two expenses', 'foreign file not shown'],
  ...['sale while a file is sent'],
]

/** What of it happened in one run. */
export function filesSeen(evidence: RunEvidence): string[] {
  const { server, history } = evidence
  const seen = [...sending(evidence), ...opening(evidence)]
  const chunks = Map.groupBy(server.file_pieces, ({ company_id, sha256 }) => `${company_id} ${sha256}`)
  if ([...chunks.values()].some(({ length }) => length > 1)) seen.push('file in several pieces')
  if (server.files.some(({ restarts }) => restarts > 0)) seen.push('file begun anew')
  const shown = server.expenses.flatMap(({ company_id: company, document }) =>
    (document.files ?? []).map(({ sha256 }) => `${company} ${sha256}`),
  )
  if (new Set(shown).size < shown.length) seen.push('file on two expenses')
  for (const entry of history) {
    if (entry.kind === 'fault' && /^piece of \w+ damaged$/.test(entry.what)) seen.push('piece damaged')
  }
  return seen
}

function isEntry(value: unknown): value is OutboxEntry {
  return typeof value === 'object' && value !== null && 'opId' in value && 'lane' in value
}

function sending(evidence: RunEvidence): string[] {
  const seen: string[] = []
  const chunks = chunkRequests(evidence)
  const senders = new Map<string, Set<string>>()
  for (const { phone, tab, bearer, sha256, offset } of chunks) {
    const key = `${phone} ${personOfBearer(bearer)?.id} ${sha256}`
    const known = senders.get(key) ?? new Set()
    if (known.size > 0 && !known.has(tab) && offset > 0) seen.push('file resumed by another process')
    senders.set(key, known.add(tab))
    if (tab.includes(' sync event ')) seen.push('file sent by the worker')
  }
  const mine = new Map(chunks.map((chunk) => [chunk.request, chunk]))
  const arrived = new Set<number>()
  let between: string | undefined
  for (const entry of evidence.history) {
    if (entry.kind === 'arrived') arrived.add(entry.request)
    const answered = entry.kind === 'answered' && mine.has(entry.request)
    if (answered && arrived.has(entry.request) && !/^\d+$/.test(entry.outcome)) {
      seen.push('piece without an answer')
    }
    const chunk = entry.kind === 'asked' ? mine.get(entry.request) : undefined
    // The page that sends a file stores a sale before it sends the next chunk.
    if (chunk) between = chunk.tab
    const sold = entry.kind === 'stored' && entry.by === between && isEntry(entry.value)
    if (
      sold &&
      isSale(entry.value) &&
      chunks.some(({ tab, at, offset }) => tab === between && at > entry.at && offset > 0)
    ) {
      seen.push('sale while a file is sent')
    }
  }
  return seen
}

function isSale(value: unknown): boolean {
  return isEntry(value) && value.type === 'invoice.submit' && value.firstSentAt === null
}

function opening({ history }: RunEvidence): string[] {
  const seen: string[] = []
  const here = new Set<string>()
  for (const entry of history) {
    if (entry.kind === 'chose') here.add(`${entry.account} ${entry.sha256}`)
    if (entry.kind !== 'opened') continue
    const own = here.has(`${entry.account} ${entry.sha256}`)
    if (entry.shown === null && !own) seen.push('foreign file not shown')
  }
  return seen
}
