import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

/** How many elements a piece has: some for each frame. */
const PIECE = 8
const FRAME_MS = 25

/** A page whose body arrives a few elements at a time from `from` on, as a slow phone reads it. */
export async function serveSlowly(
  html: string,
  from: number,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  async function* pieces() {
    yield html.slice(0, from)
    const elements = html.slice(from).split(/(?=<)/)
    for (let at = 0; at < elements.length; at += PIECE) {
      yield elements.slice(at, at + PIECE).join('')
      await new Promise((resolve) => setTimeout(resolve, FRAME_MS))
    }
  }
  const server = createServer(({ url }, response) => {
    if (url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      Readable.from(pieces()).pipe(response)
    } else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
