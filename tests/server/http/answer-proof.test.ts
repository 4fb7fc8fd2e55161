import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NONCE_PARAMETER } from '#contract/answer-proof.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import {
  logInTestUser,
  readAnswer,
  startTestServer,
  type TestServer,
} from '../../support/start-test-server.ts'
import { createCompany, createOperator } from '../../support/tenants.ts'

let server: TestServer
let account: { userId: string; companyId: string }
let token: string
let refreshToken: string
beforeAll(async () => {
  server = await startTestServer()
  const company = await createCompany(server.services.db)
  const operator = await createOperator(server.services.db, company.id)
  account = { userId: operator.id, companyId: company.id }
  ;({ token, refresh_token: refreshToken } = await logInTestUser(server, operator.username))
})
afterAll(() => server.stop())

type Asked = { readonly nonce?: string; readonly bearer?: string; readonly body?: object }

async function ask(method: string, path: string, { nonce, bearer, body = {} }: Asked) {
  const query = nonce === undefined ? '' : `?${NONCE_PARAMETER}=${nonce}`
  const response = await fetch(`${server.url}${path.replaceAll(/:\w+/g, randomUUID())}${query}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
  return await readAnswer(response)
}

const all = Object.entries<Endpoint>(endpoints).map(([name, entry]) => ({ name, ...entry }))

test.each(all)(
  '$name names the request, itself and who asked, also in a refusal (design D19)',
  async (entry) => {
    const nonce = randomUUID()
    const { body } = await ask(entry.method, entry.path, { nonce, bearer: token })
    const known = entry.access !== 'public'
    expect(body).toMatchObject({ answerTo: { nonce, endpoint: entry.name, account: known ? account : null } })
  },
)

test('a new pair of tokens names the user and the company of the session (design D19)', async () => {
  const nonce = randomUUID()
  const path = endpoints['auth.refresh'].path
  const { status, body } = await ask('POST', path, { nonce, body: { refresh_token: refreshToken } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ answerTo: { nonce, endpoint: 'auth.refresh', account } })
})

test('an address that this server does not know says so to the very request (design D19)', async () => {
  const nonce = randomUUID()
  const { status, body } = await ask('POST', '/v1/accounting/of-tomorrow', { nonce, bearer: token })
  expect(status).toBe(404)
  expect(body).toMatchObject({ code: 'NOT_FOUND', answerTo: { nonce, endpoint: null, account: null } })
})

test('an app from before there were proofs gets the answers that it knows', async () => {
  const { status, body } = await ask('GET', endpoints['session.read'].path, { bearer: token })
  expect(status).toBe(200)
  expect(body).not.toHaveProperty('answerTo')
  const odd = await ask('GET', endpoints['session.read'].path, { bearer: token, nonce: 'x' })
  expect(odd.body).not.toHaveProperty('answerTo')
})
