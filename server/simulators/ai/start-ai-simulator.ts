import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { listen } from '../listen.ts'
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

type Purchase = { descriptions: string[]; categories: { id: string; name: string }[] }

const purchaseSchema = v.object({
  descriptions: v.array(v.string()),
  categories: v.array(v.object({ id: v.string(), name: v.string() })),
})

/** A question which category fits a purchase; `undefined` for another one. */
function purchaseOf(body: string): Purchase | undefined {
  const question = v.parse(requestSchema, JSON.parse(body)).messages.at(-1)?.content ?? '{}'
  const read = v.safeParse(purchaseSchema, JSON.parse(question))
  return read.success ? read.output : undefined
}

/** An honest answer names a category of which a word is in a description, else the first one with little confidence. */
function honestCategories({ descriptions, categories }: Purchase) {
  const text = descriptions.join(' ').toLowerCase()
  const fits = categories.find(({ name }) =>
    name
      .toLowerCase()
      .split(' ')
      .some((word) => word.length > 3 && text.includes(word)),
  )
  return [{ id: (fits ?? categories[0])?.id ?? 'c1', confidence: fits ? 0.9 : 0.3 }]
}

function sendCompletion(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const usage = { prompt_tokens: 400, completion_tokens: 100, total_tokens: 500 }
  response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }], usage }))
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
      const purchase = purchaseOf(body)
      if (purchase) {
        const honestly = honestCategories(purchase)
        const lie = [{ id: badSentence(fault), confidence: 5 }]
        sendCompletion(response, JSON.stringify({ categories: fault === 'none' ? honestly : lie }))
        return
      }
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
    void text(request).then((body) => {
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
  const { baseUrl, stop } = await listen(server, host, 0)
  return {
    baseUrl,
    asked: () => asked,
    lastRequest: () => last,
    setFault: (next) => {
      fault = next
    },
    stop,
  }
}
