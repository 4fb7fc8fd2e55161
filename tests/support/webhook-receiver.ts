import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One message as it arrived. */
export type Received = {
  readonly id: string
  readonly timestamp: number
  readonly signatures: readonly string[]
  readonly body: string
}

export type WebhookReceiver = {
  readonly origin: string
  readonly received: Received[]
  /** What it answers from now on. */
  answer: { status: number; headers?: Readonly<Record<string, string>> }
  stop(): Promise<void>
}

/** A program of a company that is notified; it shares no code with the server that calls it. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8')
    })
    request.on('end', () => {
      received.push({
        id: String(request.headers['webhook-id']),
        timestamp: Number(request.headers['webhook-timestamp']),
        signatures: String(request.headers['webhook-signature']).split(' '),
        body,
      })
      response.writeHead(receiver.answer.status, receiver.answer.headers).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  const receiver: WebhookReceiver = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: { status: 200 },
    stop: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeAllConnections()
      await closed
    },
  }
  return receiver
}

/** The signature that a message must have, computed as the documentation says (Standard Webhooks 1.0). */
export function expectedSignature(
  secret: string,
  { id, timestamp, body }: Pick<Received, 'id' | 'timestamp' | 'body'>,
): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
