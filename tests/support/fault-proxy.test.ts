import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

/** A server whose stream of events is written by the test. */
let server: Server
let proxy: FaultProxy
let opened: Promise<ServerResponse>

beforeEach(async () => {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>()
  opened = promise
  server = createServer((_message, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    resolve(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await startFaultProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
})
afterEach(async () => {
  await proxy.stop()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

async function listen() {
  const controller = new AbortController()
  const { body, headers } = await fetch(`${proxy.url}/changes`, { signal: controller.signal })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  return { headers, next: async () => (await reader?.read())?.value, leave: () => controller.abort() }
}

describe('a stream of events through the proxy', () => {
  test('reaches the phone as it comes where that is asked for', async () => {
    proxy.inject(/changes/, { kind: 'stream' })
    const { headers, next } = await listen()
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(await next()).toBe('data: 1\n\n')
    const stream = await opened
    stream.write('data: 2\n\n')
    expect(await next()).toBe('data: 2\n\n')
    expect(proxy.seen).toMatchObject([{ path: '/changes', status: 200 }])
  })

  test('ends at the server when the phone leaves', async () => {
    proxy.inject(/changes/, { kind: 'stream' })
    const { next, leave } = await listen()
    await next()
    const stream = await opened
    leave()
    await expect.poll(() => stream.closed).toBe(true)
  })

  test('ends at the phone when the server goes', async () => {
    proxy.inject(/changes/, { kind: 'stream' })
    const { next } = await listen()
    await next()
    server.closeAllConnections()
    await expect(next()).rejects.toThrow(/terminated/)
  })

  test('that is kept ends at the server when the phone leaves', async () => {
    const controller = new AbortController()
    const asked = fetch(`${proxy.url}/changes`, { signal: controller.signal })
    const stream = await opened
    controller.abort()
    await expect(asked).rejects.toThrow(/abort/)
    await expect.poll(() => stream.closed).toBe(true)
  })
})
