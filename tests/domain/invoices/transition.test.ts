import { describe, expect, it } from 'vitest'
import {
  DELIVERY_STATES,
  INVOICE_STATUSES,
  type Invoice,
  type InvoiceStatus,
} from '#domain/invoices/invoice.ts'
import { type PendingWork, shownStatus } from '#domain/invoices/shown-status.ts'
import { canFollow, type InvoiceEvent, transition } from '#domain/invoices/transition.ts'
import { eat, exampleInvoice, exampleReceipt, tsh } from '../example-invoice.ts'

const at = eat('2026-03-02', '09:16:00')
const later = eat('2026-03-02', '10:00:00')

const cancellation = { at, by: 'operator-1', reason: 'typed twice' }
const STATES: Record<string, Invoice> = {
  draft: exampleInvoice(),
  submitted: exampleInvoice({ status: 'submitted', receipt: exampleReceipt() }),
  issued: exampleInvoice({
    status: 'issued',
    receipt: exampleReceipt({ delivery: 'acknowledged', acknowledgedAt: at }),
  }),
  'canceled draft': exampleInvoice({ status: 'canceled', cancellation }),
  'canceled receipt': exampleInvoice({ status: 'canceled', receipt: exampleReceipt(), cancellation }),
}

const EVENTS: Record<string, InvoiceEvent> = {
  numbered: { kind: 'numbered', receipt: exampleReceipt() },
  acknowledged: { kind: 'acknowledged', at: later },
  verified: { kind: 'verified', at: later },
  rejected: { kind: 'delivery-changed', delivery: 'rejected', ackCode: '1', ackMessage: 'Invalid signature' },
  canceled: { kind: 'canceled', at: later, by: 'owner-1', reason: ' wrong customer ' },
  'canceled with payments': { kind: 'canceled', at: later, by: 'owner-1', reason: 'typo', collected: tsh(1) },
  'canceled without reason': { kind: 'canceled', at: later, by: 'owner-1', reason: ' ' },
}

describe('transition (spec §4: draft, submitted, issued, canceled)', () => {
  const ND = 'INVOICE_NOT_DRAFT'
  const NS = 'INVOICE_NOT_SUBMITTED'
  const AC = 'INVOICE_ALREADY_CANCELED'
  const RR = 'INVOICE_CANCEL_REASON_REQUIRED'
  const HC = 'INVOICE_HAS_COLLECTIONS'
  const c = 'canceled'
  it.each<[string, Record<string, string>]>([
    [
      'draft',
      {
        numbered: 'submitted',
        acknowledged: NS,
        verified: NS,
        rejected: NS,
        canceled: c,
        'canceled with payments': HC,
        'canceled without reason': c,
      },
    ],
    [
      'submitted',
      {
        numbered: ND,
        acknowledged: 'issued',
        verified: 'issued',
        rejected: 'submitted',
        canceled: c,
        'canceled with payments': HC,
        'canceled without reason': RR,
      },
    ],
    [
      'issued',
      {
        numbered: ND,
        acknowledged: 'issued',
        verified: 'issued',
        rejected: 'issued',
        canceled: c,
        'canceled with payments': HC,
        'canceled without reason': RR,
      },
    ],
    [
      'canceled draft',
      {
        numbered: ND,
        acknowledged: NS,
        verified: NS,
        rejected: NS,
        canceled: AC,
        'canceled with payments': AC,
        'canceled without reason': AC,
      },
    ],
    [
      'canceled receipt',
      {
        numbered: ND,
        acknowledged: c,
        verified: c,
        rejected: c,
        canceled: AC,
        'canceled with payments': AC,
        'canceled without reason': AC,
      },
    ],
  ])('answers every event on a %s invoice', (state, expected) => {
    const invoice = STATES[state]
    if (!invoice) throw new Error(`no such state: ${state}`)
    const answers = Object.entries(EVENTS).map(([name, event]) => {
      const answer = transition(invoice, event)
      return [name, answer.kind === 'done' ? answer.invoice.status : answer.code]
    })
    expect(Object.fromEntries(answers)).toEqual(expected)
  })

  it('never touches what was sold, nor the numbers once taken', () => {
    for (const invoice of Object.values(STATES)) {
      for (const event of Object.values(EVENTS)) {
        const answer = transition(invoice, event)
        if (answer.kind === 'refused') continue
        expect(answer.invoice.lines).toBe(invoice.lines)
        expect(answer.invoice.totals).toBe(invoice.totals)
        if (invoice.receipt) {
          const { gc, dc, issuedAt, rctvnum } = invoice.receipt
          expect(answer.invoice.receipt).toMatchObject({ gc, dc, issuedAt, rctvnum })
        }
        expect(canFollow(answer.invoice.status, invoice.status)).toBe(true)
      }
    }
  })

  it('keeps the first acknowledgement and clears the refusal before it', () => {
    const refused = transition(
      STATES['submitted'] ?? exampleInvoice(),
      EVENTS['rejected'] ?? { kind: 'verified', at },
    )
    if (refused.kind === 'refused') throw new Error(refused.code)
    expect(refused.invoice.receipt).toMatchObject({ delivery: 'rejected', ackCode: '1' })
    const first = transition(refused.invoice, { kind: 'acknowledged', at })
    if (first.kind === 'refused') throw new Error(first.code)
    const second = transition(first.invoice, { kind: 'acknowledged', at: later })
    expect(second).toMatchObject({
      invoice: { status: 'issued', receipt: { acknowledgedAt: at, ackCode: null, ackMessage: null } },
    })
  })

  it('keeps what the portal showed when an acknowledgement comes late', () => {
    const invoice = exampleInvoice({
      status: 'issued',
      receipt: exampleReceipt({ delivery: 'verified', acknowledgedAt: at, verifiedAt: at }),
    })
    expect(transition(invoice, { kind: 'acknowledged', at: later })).toEqual({ kind: 'done', invoice })
  })

  it('records who canceled, when and why', () => {
    const answer = transition(
      STATES['issued'] ?? exampleInvoice(),
      EVENTS['canceled'] ?? { kind: 'verified', at },
    )
    expect(answer).toMatchObject({
      invoice: { cancellation: { at: later, by: 'owner-1', reason: 'wrong customer' } },
    })
  })
})

describe('mayFollow', () => {
  it('moves only along draft, submitted, issued, canceled', () => {
    const allowed = INVOICE_STATUSES.map((current) =>
      INVOICE_STATUSES.filter((next) => canFollow(next, current)),
    )
    expect(allowed).toEqual([
      ['draft', 'submitted', 'issued', 'canceled'],
      ['submitted', 'issued', 'canceled'],
      ['issued', 'canceled'],
      ['canceled'],
    ])
  })
})

describe('shownStatus', () => {
  const none: PendingWork = { kind: 'none' }
  const saving: PendingWork = { kind: 'waiting', submits: false }
  const submitting: PendingWork = { kind: 'waiting', submits: true }
  const attention: PendingWork = { kind: 'attention', code: 'INVOICE_TOTALS_DIFFER' }
  const rejected = exampleReceipt({ delivery: 'rejected' })

  it.each<[InvoiceStatus, Invoice['receipt'], PendingWork, string]>([
    ['draft', null, none, 'draft'],
    ['draft', null, saving, 'draft'],
    ['draft', null, submitting, 'waiting'],
    ['draft', null, attention, 'attention'],
    ['submitted', exampleReceipt(), none, 'submitted'],
    ['submitted', exampleReceipt(), attention, 'attention'],
    ['submitted', rejected, none, 'attention'],
    ['issued', exampleReceipt({ delivery: 'acknowledged' }), none, 'issued'],
    ['issued', rejected, none, 'attention'],
    ['canceled', null, none, 'canceled'],
    ['canceled', null, attention, 'canceled'],
    ['canceled', exampleReceipt(), none, 'canceled'],
    ['canceled', exampleReceipt(), attention, 'attention'],
    ['canceled', rejected, none, 'attention'],
  ])('shows %s with receipt %j and work %j as %s', (status, receipt, pending, shown) => {
    expect(shownStatus({ status, receipt }, pending)).toBe(shown)
  })

  it('asks for attention exactly while the authority refuses or the receipt is parked', () => {
    const shown = DELIVERY_STATES.filter(
      (delivery) =>
        shownStatus({ status: 'submitted', receipt: exampleReceipt({ delivery }) }, none) === 'attention',
    )
    expect(shown).toEqual(['rejected', 'parked'])
  })
})
