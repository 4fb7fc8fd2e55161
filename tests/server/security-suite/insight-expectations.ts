import { randomUUID } from 'node:crypto'
import type { EndpointInput } from '#contract/endpoints.ts'
import type { insightEndpoints } from '#contract/insight-endpoints.ts'
import { COMPANY_WORK, type Outcomes, type Row } from './outcomes.ts'

const NEEDS_CONSENT: Outcomes = {
  ...COMPANY_WORK,
  company_owner: 'AI_CONSENT_REQUIRED',
  operator: 'AI_CONSENT_REQUIRED',
  operator_of_blocked_company: 'AI_CONSENT_REQUIRED',
}

const AI_FACT: EndpointInput<'insights.request'>['facts'][number] = {
  ...{ id: 'f1', rule: 'sales-falling', type: 'sales', severity: 40 },
  ...{ from: '2026-11-01', to: '2026-11-07', figures: [] },
}

/** Wording of findings by AI: for the people of a company, after their consent. */
export const INSIGHT_EXPECTATIONS: { readonly [Name in keyof typeof insightEndpoints]: Row<Name> } = {
  'insights.state': { own: () => ({}), expected: COMPANY_WORK },
  'insights.answers': { own: () => ({}), expected: COMPANY_WORK },
  'insights.consent': {
    own: () => ({ choice: 'declined', language: 'sw', textVersion: '1', text: 'Maandishi' }),
    expected: COMPANY_WORK,
  },
  'insights.request': {
    own: () => ({ language: 'sw', facts: [AI_FACT] }),
    expected: NEEDS_CONSENT,
  },
  'insights.category': {
    own: () => ({
      descriptions: ['Dizeli'],
      categories: [
        { id: 'FUEL', name: 'Mafuta' },
        { id: 'RENT', name: 'Kodi' },
      ],
    }),
    expected: NEEDS_CONSENT,
  },
  'insights.task': { own: () => ({ id: randomUUID() }), expected: NEEDS_CONSENT },
}
