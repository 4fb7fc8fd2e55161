import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'
import { gunzipSync } from 'node:zlib'

type Place = {
  readonly port: number
  readonly agent: Agent
  readonly path: string
  readonly bearer?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends JSON to the product on this machine and reads the answer. Throws unless it succeeded. */
export async function postJson(
  { port, agent, path, bearer, headers }: Place,
  body: object,
): Promise<unknown> {
  const text = JSON.stringify(body)
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'accept-encoding': 'gzip',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
  })
  sent.end(text)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  const given = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
  const { statusCode = 0 } = answer
  if (statusCode < 200 || statusCode > 299) throw new Error(`${path}: ${statusCode} ${given}`)
  return JSON.parse(given) as unknown
}
