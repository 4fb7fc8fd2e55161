import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

export type StubRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** What the stub answers: a ready answer, or a function that writes the raw response. */
export type StubAnswer =
  | { status?: number; headers?: Record<string, string>; body?: string | Buffer }
  | ((response: ServerResponse, request: IncomingMessage) => void)

/**
 * A stub of the authority on a free port: answers the given answers in turn (the last one for ever) and
 * records what it was sent.
 */
export async function startStub(...answers: StubAnswer[]) {
  const requests: StubRequest[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const answer = answers[Math.min(requests.length, answers.length - 1)] ?? {}
      requests.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      })
      if (typeof answer === 'function') return answer(response, request)
      response.writeHead(answer.status ?? 200, answer.headers)
      response.end(answer.body ?? '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the stub has no port')
  const baseUrl = `http://127.0.0.1:${address.port}`
  return {
    requests,
    endpoint: { baseUrl, verifyUrl: baseUrl, environment: 'simulator' as const },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function receiptAck(code: string, message = 'Success', rctNum = '58'): string {
  return `<?xml version="1.0"?><EFDMS><RCTACK><RCTNUM>${rctNum}</RCTNUM><DATE>2026-03-02</DATE><TIME>09:15:09</TIME><ACKCODE>${code}</ACKCODE><ACKMSG>${message}</ACKMSG></RCTACK><EFDMSSIGNATURE>AAAA</EFDMSSIGNATURE></EFDMS>`
}
