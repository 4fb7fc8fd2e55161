import { DEMO_PASSWORD } from '#server/demo-logins.ts'

/** Asks the server about a company as its owner does, beside every browser and every proxy. */
export type ServerView = {
  /** Receipts that have their number and that the authority has not acknowledged. */
  waitingReceipts(): Promise<number>
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

  return {
    async waitingReceipts() {
      tokens ??= logIn()
      const { token } = await tokens
      const response = await fetch(`${url}/v1/accounting/fiscal/status`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (!response.ok) throw new Error(`fiscal status: ${response.status} ${await response.text()}`)
      const status = (await response.json()) as { readonly waitingReceipts: number }
      return status.waitingReceipts
    },
  }
}
