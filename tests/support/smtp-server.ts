import { createServer, type Socket } from 'node:net'

/** A mail server of few words (RFC 5321) on loopback: it keeps every mail it takes. */
export type SmtpServer = {
  readonly url: string
  /** The mails as they came, oldest first. */
  readonly received: string[]
  /** What it says to every `RCPT` from now on. */
  answerRecipients(answer: string): void
  /** What it says to every `MAIL FROM` from now on. */
  answerSenders(answer: string): void
  stop(): Promise<void>
}

/** Starts one on a free port; it accepts every mail until a test changes that. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  let answerToRecipient = '250 OK'
  let answerToSender = '250 OK'
  const server = createServer((socket) => {
    sockets.add(socket)
    let pending = ''
    let data: string | undefined
    socket.on('error', () => undefined)
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      pending += chunk.toString('utf8')
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (data === undefined) {
          if (/^DATA/i.test(line)) {
            data = ''
            socket.write('354 go on\r\n')
          } else if (/^RCPT/i.test(line)) socket.write(`${answerToRecipient}\r\n`)
          else if (/^MAIL/i.test(line)) socket.write(`${answerToSender}\r\n`)
          else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
          else socket.write('250 OK\r\n')
        } else if (line === '.') {
          received.push(data)
          data = undefined
          socket.write('250 OK\r\n')
        } else data += `${line}\r\n`
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    answerRecipients: (answer) => {
      answerToRecipient = answer
    },
    answerSenders: (answer) => {
      answerToSender = answer
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
