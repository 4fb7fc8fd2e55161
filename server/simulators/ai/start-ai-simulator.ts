import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as v from 'valibot'
import { type AiFault, badSentence, isAiFault } from './ai-faults.ts'

export type AiSimulator = {
  /** For the client; the fault is set by a POST of its name to `<baseUrl>/fault`. */
  readonly baseUrl: string
  /** How many completions were asked for. */
  readonly asked: () => number
  /** The last request as the provider received it. */
  readonly lastRequest: () => string
  readonly setFault: (fault: AiFault) => void
  readonly stop: () => Promise<void>
}

type Fact = { id: string; rule: string; figures: { name: string }[] }

function isFacts(value: unknown): value is { language: string; facts: Fact[] } {
  return typeof value === 'object' && value !== null && 'facts' in value && Array.isArray(value.facts)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  const stream: AsyncIterable<Buffer> = request
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const requestSchema = v.object({ messages: v.array(v.object({ content: v.string() })) })

function factsOf(body: string): { language: string; facts: Fact[] } {
  const read = v.parse(requestSchema, JSON.parse(body))
  const facts: unknown = JSON.parse(read.messages.at(-1)?.content ?? '{}')
  return isFacts(facts) ? facts : { language: 'en', facts: [] }
}

/** An honest answer: each fact with its first figures as placeholders. */
function honest({ language, facts }: { language: string; facts: Fact[] }) {
  const sentences = {
    en: (names: string) => ({
      headline: 'Worth a look',
      body: `Your figures: ${names}. Please have a look.`,
    }),
    sw: (names: string) => ({
      headline: 'Inafaa kuangalia',
      body: `Takwimu zako: ${names}. Tafadhali angalia.`,
    }),
  }
  const write = language === 'sw' ? sentences.sw : sentences.en
  return facts.map(({ id, figures }) => ({
    id,
    ...write(
      figures
        .slice(0, 2)
        .map(({ name }) => `{${name}}`)
        .join(', '),
    ),
  }))
}

function sendCompletion(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }))
}

function sendForever(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write('endless words '.repeat(1000))) {
      // Until the connection cannot take more.
    }
  }
  response.on('drain', more)
  more()
}

function answerWith(fault: AiFault, body: string, response: ServerResponse): void {
  switch (fault) {
    case 'busy':
      response.writeHead(429, { 'retry-after': '1' }).end()
      return
    case 'broken':
      response.writeHead(500).end()
      return
    case 'silent':
      return
    case 'endless':
      sendForever(response)
      return
    case 'cut':
      sendCompletion(response, '{"language":"en","findings":[{"id":"f1","head')
      return
    default: {
      const asked = factsOf(body)
      const findings = honest(asked).map((finding, index) =>
        index === 0 && fault !== 'none' ? { ...finding, body: badSentence(fault) } : finding,
      )
      sendCompletion(response, JSON.stringify({ language: asked.language, findings }))
    }
  }
}

/** A provider of wording on this machine, with faults. It shares no code with the client that talks to providers. */
export async function startAiSimulator(host: string): Promise<AiSimulator> {
  let fault: AiFault = 'none'
  let asked = 0
  let last = ''
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (request.url === '/fault' && isAiFault(body)) {
        fault = body
        response.writeHead(204).end()
        return
      }
      if (request.url !== '/chat/completions') {
        response.writeHead(404).end()
        return
      }
      asked += 1
      last = body
      answerWith(fault, body, response)
    })
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(0, host, () => done())
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    asked: () => asked,
    lastRequest: () => last,
    setFault: (next) => {
      fault = next
    },
    stop: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeAllConnections()
      await closed
    },
  }
}
