import type { RunEvidence, Violation } from './run-evidence.ts'

/** Refusals that the run makes the authority give; every other one would be our mistake. */
const FINAL_CODES = new Set(['5', '8', '914', '916'])

/**
 * I1, I2, I3: what was acknowledged of a submission the server has; one receipt for an invoice, in our ledger and in the
 * authority's, the same bytes however often they were sent; every one of ours has arrived unless it was refused for
 * itself.
 */
export function checkReceipts({ server, authority }: RunEvidence): Violation[] {
  const found: Violation[] = []
  const ours = new Map(server.receipts.map((row) => [row.rctvnum, row]))
  for (const [rctvnum, accepted] of authority.receipts) {
    const row = ours.get(rctvnum)
    if (!row) found.push({ invariant: 'I2', message: `the authority has receipt ${rctvnum}, we do not` })
    else if (!row.signed_bytes.includes(accepted.content)) {
      found.push({ invariant: 'I2', message: `the authority has other bytes of receipt ${rctvnum}` })
    }
  }
  const numbered = new Map<string, string>()
  for (const row of server.receipts) {
    const other = numbered.get(row.invoice_id)
    if (other !== undefined) {
      found.push({
        invariant: 'I2',
        message: `invoice ${row.invoice_id} has receipts ${other} and ${row.rctvnum}`,
      })
    }
    numbered.set(row.invoice_id, row.rctvnum)
    const invoice = server.invoices.find(({ id }) => id === row.invoice_id)
    if (!invoice || invoice.status === 'draft') {
      found.push({ invariant: 'I2', message: `receipt ${row.rctvnum} belongs to no submitted invoice` })
    }
    if (row.delivery === 'verified' && !authority.receipts.has(row.rctvnum)) {
      found.push({
        invariant: 'I3',
        message: `receipt ${row.rctvnum} counts as verified and the authority has it not`,
      })
    }
    if (row.ack_code !== null && !FINAL_CODES.has(row.ack_code)) {
      found.push({
        invariant: 'I4',
        message: `the authority refused ${row.rctvnum}: ${row.ack_code} ${row.ack_message ?? ''}`,
      })
    }
  }
  for (const line of server.delivery_log) {
    const { subject, ack_code: code, ack_message: text } = line
    if (code !== null && code !== '0' && !FINAL_CODES.has(code) && !wentPast(line, server.delivery_log)) {
      found.push({ invariant: 'I4', message: `the authority refused ${subject}: ${code} ${text ?? ''}` })
    }
  }
  found.push(...sameBytes({ server, authority }))
  const submitted = server.operations.filter(
    (row) => row.type === 'invoice.submit' && row.result.state === 'done',
  )
  for (const { op_id, result } of submitted) {
    const id = result.state === 'done' && result.change?.t === 'invoice' ? result.change.id : undefined
    if (!server.invoices.some((row) => row.id === id)) {
      found.push({
        invariant: 'I1',
        message: `submission ${op_id} was acknowledged and invoice ${id ?? '?'} is gone`,
      })
    }
    if (!server.receipts.some((row) => row.invoice_id === id)) {
      found.push({
        invariant: 'I3',
        message: `submission ${op_id} is done and invoice ${id ?? '?'} has no receipt`,
      })
    }
  }
  return found
}

type DeliveryLine = RunEvidence['server']['delivery_log'][number]

/** The simulator's refusal of a number that is not the next one. */
const NOT_NEXT = '903'
/** For this long, or this many attempts, a receipt in unknown state delays the ones behind it (tra-vfd 9.4). */
const GRACE = { attempts: 10, ms: 10 * 60_000 }

/**
 * Whether a refusal was caused by overtaking a receipt in unknown state after its timeout, and was handled as
 * such. Only an authority that counts strictly gives it, and no number is missing there: this one is sent
 * again.
 */
function wentPast(line: DeliveryLine, log: readonly DeliveryLine[]): boolean {
  const gcOf = ({ subject }: DeliveryLine) => Number(/^receipt:(\d+)$/.exec(subject)?.[1])
  if (line.ack_code !== NOT_NEXT || line.kind !== 'later') return false
  const earlier = log.filter(
    (other) => other.identity_id === line.identity_id && BigInt(other.id) < BigInt(line.id),
  )
  const lower = new Map<number, DeliveryLine[]>()
  for (const other of earlier) {
    const gc = gcOf(other)
    if (gc < gcOf(line)) lower.set(gc, [...(lower.get(gc) ?? []), other])
  }
  return [...lower.values()].some((attempts) => {
    const [first] = attempts
    const accepted = attempts.some(({ kind }) => kind === 'taken' || kind === 'seen')
    if (!first || accepted) return false
    const ms = new Date(line.at).getTime() - new Date(first.at).getTime()
    return attempts.length >= GRACE.attempts || ms >= GRACE.ms
  })
}

/** A resend is byte for byte what the authority got before, unless a repair is in between. */
function sameBytes({ server, authority }: Pick<RunEvidence, 'server' | 'authority'>): Violation[] {
  const found: Violation[] = []
  const repaired = new Set(
    server.delivery_log
      .filter(({ kind }) => kind === 'repair')
      .map((row) => `${row.identity_id} ${row.subject}`),
  )
  const corrected = new Set(
    server.receipts
      .filter((row) => repaired.has(`${row.identity_id} receipt:${row.gc}`))
      .map(({ rctvnum }) => rctvnum),
  )
  const sent = new Map<string, string>()
  for (const { call, subject, body, bodySha256 } of authority.received) {
    const rctvnum = subject ?? /<RCTVNUM>([^<]*)</.exec(body ?? '')?.[1]
    if (call !== 'receipt' || rctvnum === undefined || corrected.has(rctvnum)) continue
    const before = sent.get(rctvnum)
    if (before !== undefined && before !== bodySha256) {
      found.push({ invariant: 'I2', message: `receipt ${rctvnum} was sent again with other bytes` })
    }
    sent.set(rctvnum, bodySha256)
  }
  return found
}
