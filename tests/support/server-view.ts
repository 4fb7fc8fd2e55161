import { DEMO_PASSWORD } from '#server/demo-logins.ts'

/** Asks the server about a company as its owner does, beside every browser and every proxy. */
export type ServerView = {
  /** Receipts that have their number and that the authority has not acknowledged. */
  waitingReceipts(): Promise<number>
  /**
   * Resumes the company's device after the cause of its stop was removed; queries the device's status at the
   * authority.
   */
  resume(): Promise<void>
}

type Tokens = { readonly token: string }

/** Looks at the server at `url` as a user of the company; logs in with the first question. */
export function viewServer(url: string, username = 'owner'): ServerView {
  let tokens: Promise<Tokens> | undefined

  async function logIn(): Promise<Tokens> {
    const response = await fetch(`${url}/api/v2/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: DEMO_PASSWORD, deviceId: crypto.randomUUID() }),
    })
    if (!response.ok) throw new Error(`login of ${username}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Tokens
  }

  async function send(method: 'GET' | 'POST', path: string): Promise<Response> {
    tokens ??= logIn()
    const { token } = await tokens
    return fetch(`${url}/v1/accounting/fiscal/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
  }

  async function ask(method: 'GET' | 'POST', path: string): Promise<unknown> {
    let response = await send(method, path)
    // A bearer lives a quarter of an hour, the tests that share this view may take longer.
    if (response.status === 401) {
      tokens = undefined
      response = await send(method, path)
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return await response.json()
  }

  return {
    async waitingReceipts() {
      const status = (await ask('GET', 'status')) as { readonly waitingReceipts: number }
      return status.waitingReceipts
    },
    async resume() {
      await ask('POST', 'resume')
    },
  }
}
