import type { Phone } from '../fixtures.ts'

/** An accounting service sends people back to the server's own address; a phone reaches that over its own line. */
export async function returnOverOwnLine({ context, url }: Phone): Promise<void> {
  await context.route('**/authorize/decide*', async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 })
    const back = new URL(answer.headers()['location'] ?? '')
    await route.fulfill({
      response: answer,
      headers: { location: `${url}${back.pathname}${back.search}` },
    })
  })
}
