import { expect, test } from 'vitest'
import { requestTokens } from '#server/gateways/accounting/exchange.ts'
import { createXeroGateway } from '#server/gateways/xero/live.ts'
import { simulatedXero } from '#server/start-accounting.ts'

const ACCESS = { token: 'at', organizationId: 'fe79d7a3-0000-4000-8000-000000000001' }
const FORM = { grant_type: 'refresh_token', refresh_token: 'rt' }

/** A service that answers everything so. */
function answering(status: number, body: object) {
  const fetchAnswer: typeof fetch = async () =>
    await Promise.resolve(new Response(JSON.stringify(body), { status }))
  return { ...simulatedXero('http://127.0.0.1:1'), fetch: fetchAnswer }
}

test.each([
  ['AuthenticationUnsuccessful', { kind: 'ended' }],
  ['Subscription required', { kind: 'refused', problem: 'read-only' }],
])(
  'Xero forbids with %s: only an access that was taken away needs a new connection',
  async (detail, outcome) => {
    const config = answering(403, { Title: 'Forbidden', Status: 403, Detail: detail })
    expect(await createXeroGateway(config, Date.now).settings(ACCESS)).toMatchObject(outcome)
  },
)

test.each([
  [400, 'invalid_grant', 'ended'],
  [400, 'invalid_request', 'unknown'],
  [401, 'invalid_client', 'unknown'],
  [403, 'access_denied', 'unknown'],
])(
  'tokens refused with %i %s are %s: our own mistake disconnects no company',
  async (status, error, kind) => {
    expect(await requestTokens(answering(status, { error }), FORM, 0)).toMatchObject({ kind })
  },
)
