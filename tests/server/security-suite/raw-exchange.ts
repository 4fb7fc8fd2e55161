import { connect } from 'node:net'

/** Everything a server sends back to these bytes until it closes the connection. Fails after five seconds. */
export async function exchangeRaw(port: number, bytes: string | Buffer, end = false): Promise<string> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes)
      if (end) socket.end()
    })
    const answer = () => Buffer.concat(chunks).toString('latin1')
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`the connection stays open after ${JSON.stringify(answer())}`))
    }, 5_000)
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server that gives up early resets the connection; what it said before counts.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(answer())
    })
  })
}

/** A request as lines; a body follows after the empty line. */
export function lines(...given: readonly string[]): string {
  return given.join('\r\n')
}

/** The status of each answer on the connection. */
export function statusesIn(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]))
}
