import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { listen } from '../listen.ts'
import { phonePage, type ShownPhone } from './phone-page.ts'
import { SmsInbox } from './sms-inbox.ts'

export type UssdSimulator = {
  readonly url: string
  /** The text messages that arrived, and the fault of their provider. */
  readonly inbox: SmsInbox
  readonly stop: () => Promise<void>
}

/** Posts what a gateway posts: the session, the number, and everything that was dialled, joined by `*`. */
async function dial(gatewayUrl: string, { session, phone, text }: ShownPhone): Promise<string> {
  try {
    const response = await fetch(gatewayUrl, {
      method: 'POST',
      body: new URLSearchParams({ sessionId: session, phoneNumber: phone, text, networkCode: '64004' }),
      signal: AbortSignal.timeout(15_000),
    })
    const answer = await response.text()
    return response.ok && /^(CON|END) /.test(answer) ? answer : 'END Connection problem or invalid MMI code.'
  } catch {
    return 'END Connection problem or invalid MMI code.'
  }
}

/** The next state of the phone on screen: a new call, an answer, or the request once more after a lost answer. */
async function press(gatewayUrl: string, form: URLSearchParams): Promise<ShownPhone> {
  const value = (name: string) => form.get(name)?.trim() ?? ''
  const phone = value('phone')
  if (value('do') === 'dial') {
    const begun = { phone, session: randomUUID(), text: '', answer: '' }
    return { ...begun, answer: await dial(gatewayUrl, begun) }
  }
  const before = value('text')
  const text = value('do') === 'repeat' ? before : [before, value('input')].filter(Boolean).join('*')
  const sent = { phone, session: value('session'), text, answer: '' }
  return { ...sent, answer: await dial(gatewayUrl, sent) }
}

/**
 * A feature phone on screen, with the gateway behind it and a provider that brings text messages to it. It shares no
 * code with the server that it dials. Where the port is taken, another free one is used.
 */
export async function startUssdSimulator(options: {
  readonly host: string
  readonly port: number
  /** Known once the server listens that is dialled. */
  readonly gatewayUrl: () => string
}): Promise<UssdSimulator> {
  const { host, gatewayUrl } = options
  const inbox = new SmsInbox()
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url === '/v1/send') {
        const answer = inbox.take(request.headers.authorization, await readText(request))
        if (answer === 'hang-up') response.destroy()
        else
          response
            .writeHead(answer.status, { 'content-type': 'application/json' })
            .end(JSON.stringify(answer.body))
        return
      }
      const shown =
        request.method === 'POST'
          ? await press(gatewayUrl(), new URLSearchParams(await readText(request)))
          : { phone: '0700000901', session: '', text: '', answer: '' }
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
      response.end(phonePage(shown, inbox.of(shown.phone)))
    })()
  })
  const { baseUrl, stop } = await listen(server, host, options.port).catch(() => listen(server, host, 0))
  return { url: baseUrl, inbox, stop }
}
