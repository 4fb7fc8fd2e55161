import { randomUUID } from 'node:crypto'
import { API_SCOPES, type ApiKeyMode, type ApiScope } from '#domain/api-keys/api-key.ts'
import { logInTestUser, type TestServer } from './start-test-server.ts'
import { createOperator } from './tenants.ts'

export type ApiAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
}

/** A program of a company, with a key of the public API. */
export class ApiProgram {
  readonly url: string
  readonly key: string

  constructor(url: string, key: string) {
    this.url = url
    this.key = key
  }

  async get(path: string): Promise<ApiAnswer> {
    return await this.#send(path, {})
  }

  /** Every call has a new idempotency key unless one is given. */
  async post(path: string, body: object, idempotencyKey: string = randomUUID()): Promise<ApiAnswer> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }
    return await this.#send(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  async #send(path: string, init: RequestInit): Promise<ApiAnswer> {
    const headers = new Headers(init.headers)
    if (this.key !== '') headers.set('authorization', `Bearer ${this.key}`)
    const response = await fetch(`${this.url}${path}`, { ...init, headers })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') === true
    const body = json ? (JSON.parse(text) as Record<string, unknown>) : {}
    return { status: response.status, headers: response.headers, body, text }
  }
}

/** An owner of the company makes a key and gives it to a program. */
export async function startProgram(
  server: TestServer,
  companyId: string,
  scopes: readonly ApiScope[] = API_SCOPES,
  mode: ApiKeyMode = 'live',
) {
  const owner = await createOperator(server.services.db, companyId, { user_type: 'company_owner' })
  const { token } = await logInTestUser(server, owner.username)
  const id = randomUUID()
  const made = await server.call(
    'api-keys.create',
    { id, name: 'Duka mtandaoni', scopes: [...scopes], mode },
    token,
  )
  if (made.status !== 200) throw new Error(`no key: ${made.status} ${JSON.stringify(made.body)}`)
  const { key } = made.body as { key: string }
  return { id, key, token, owner, program: new ApiProgram(server.url, key) }
}
