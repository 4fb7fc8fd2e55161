/** A connection that speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), without its events. */
export type Bidi = {
  send<Result = unknown>(method: string, params: object): Promise<Result>
  close(): void
}

type Answer = {
  readonly id?: number
  readonly type: string
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
}
type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }

const ANSWERS_WITHIN_MS = 90_000

/** Connects to a browser that listens at `address`. */
export async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)), { once: true })
  })
  const waiting = new Map<number, Waiting>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    const asked = answer.id === undefined ? undefined : waiting.get(answer.id)
    if (!asked || answer.id === undefined) return
    waiting.delete(answer.id)
    if (answer.type === 'success') asked.resolve(answer.result)
    else asked.reject(new Error(`${answer.error}: ${answer.message}`))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser is gone'))
    waiting.clear()
  })
  return {
    async send<Result>(method: string, params: object) {
      last += 1
      const id = last
      const answered = new Promise<unknown>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no answer to ${method}`)), ANSWERS_WITHIN_MS)
        const settle = <Value>(then: (value: Value) => void) => {
          return (value: Value) => {
            clearTimeout(late)
            then(value)
          }
        }
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) })
      })
      socket.send(JSON.stringify({ id, method, params }))
      return (await answered) as Result
    },
    close: () => socket.close(),
  }
}
