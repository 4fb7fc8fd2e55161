import { randomUUID } from 'node:crypto'
import type { accountingEndpoints } from '#contract/accounting-endpoints.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { COMPANY_WORK, type Outcome, type Outcomes, type Row } from './outcomes.ts'

/** Only the owner of a company, and what this owner gets while nothing is connected. */
function ownerGets(outcome: Outcome): Outcomes {
  return {
    ...COMPANY_WORK,
    company_owner: outcome,
    operator: 'FORBIDDEN',
    operator_of_blocked_company: 'FORBIDDEN',
  }
}

const provider = 'xero'
const since = '2026-11-21' as FiscalDay
const mapping = {
  ...{ income: '200', walkIn: 'Mteja' },
  taxes: { standard: '1', zero_rated: '2', special_relief: '3', exempted: '4', none: '5' },
  payments: { cash: '1', 'e-money': '2', credit_card: '3', cheque: '4' },
}

/** Xero and QuickBooks: the owner's own company, never one that is named. This server reaches neither. */
export const ACCOUNTING_EXPECTATIONS: { readonly [Name in keyof typeof accountingEndpoints]: Row<Name> } = {
  'accounting.state': { own: () => ({}), expected: ownerGets(200) },
  'accounting.connect': { own: () => ({ provider }), expected: ownerGets('NOT_FOUND') },
  'accounting.complete': { own: () => ({ query: { state: 's' } }), expected: ownerGets('ACC_STATE') },
  'accounting.choose': {
    own: () => ({ provider, organizationId: '1' }),
    expected: ownerGets('NOT_FOUND'),
  },
  'accounting.settings': { own: () => ({ provider }), expected: ownerGets('NOT_FOUND') },
  'accounting.save-mapping': {
    own: () => ({ provider, mapping }),
    expected: ownerGets('NOT_FOUND'),
  },
  'accounting.preview': { own: () => ({ provider, since }), expected: ownerGets('NOT_FOUND') },
  'accounting.start': { own: () => ({ provider, since }), expected: ownerGets('NOT_FOUND') },
  'accounting.log': { own: () => ({ provider, only: 'all' }), expected: ownerGets('NOT_FOUND') },
  'accounting.settle': {
    own: () => ({ provider, invoiceId: randomUUID(), action: 'send-again' }),
    expected: ownerGets('NOT_FOUND'),
  },
  'accounting.pull': { own: () => ({ provider, from: since }), expected: ownerGets('NOT_FOUND') },
  'accounting.attach': { own: () => ({ provider, attaches: false }), expected: ownerGets('NOT_FOUND') },
  'accounting.inbox': { own: () => ({ provider, only: 'all' }), expected: ownerGets('NOT_FOUND') },
  'accounting.settle-inbox': {
    own: () => ({ provider, theirId: '1', action: 'leave-out' }),
    expected: ownerGets('NOT_FOUND'),
  },
  'accounting.compare': { own: () => ({ provider }), expected: ownerGets('NOT_FOUND') },
  'accounting.disconnect': { own: () => ({ provider }), expected: ownerGets('NOT_FOUND') },
}
