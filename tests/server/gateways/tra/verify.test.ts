import { describe, expect, it } from 'vitest'
import { createTraGateway } from '#server/gateways/tra/live.ts'
import { type StubAnswer, startStub } from './stub-authority.ts'

const gateway = createTraGateway({ clock: { now: () => 0 }, timeouts: { verifyMs: 2000 } })

/** A page with the labels of the portal. */
function page(code: string, total: string, item = 'Cement 50kg'): string {
  return `<!DOCTYPE html><html><head><style>.x{}</style><script>if (1 < 2) {}</script></head><body>
    <h4>*** START OF LEGAL RECEIPT ***</h4><p>TIN:&nbsp;<b>999000111</b></p>
    <table><tr><td>${item}</td><td>3</td><td>13500.00</td><td>A</td></tr>
    <tr><th>TOTAL EXCL OF TAX:</th><td>20,493.22</td></tr><tr><th>TOTAL TAX:</th><td>2,266.78</td></tr>
    <tr><th>TOTAL INCL OF TAX:</th><td>${total}</td></tr></table>
    <h5>RECEIPT VERIFICATION CODE</h5><h4>${code}</h4><p>END OF LEGAL RECEIPT</p></body></html>`
}
const FORM =
  '<html><body><form action="/Verify/Verified"><label>Hour</label><select name="HH"></select><select name="MM"></select></form></body></html>'
const redirect = (location: string): StubAnswer => ({ status: 302, headers: { Location: location } })

async function verified(...answers: StubAnswer[]) {
  await using stub = await startStub(...answers)
  const verification = await gateway.verify(stub.endpoint, 'SIM7QX58', '09:15:07')
  return { verification, paths: stub.requests.map((request) => request.url) }
}

describe('verification on the portal (field practice)', () => {
  it('follows the one redirect of the portal and reads code and total', async () => {
    const { verification, paths } = await verified(redirect('/Verify/Verified?Secret=09:15:07'), {
      body: page('SIM7QX58', '22,760.00'),
    })
    expect(verification).toMatchObject({ kind: 'found', code: 'SIM7QX58', totalIncludingTax: 2_276_000 })
    expect(paths).toEqual(['/SIM7QX58_091507', '/Verify/Verified?Secret=09:15:07'])
  })

  it.each([
    ['22760.00', 2_276_000],
    ['22,760', 2_276_000],
    ['TZS 1,234,567,890.5', 123_456_789_050],
    ['0.05', 5],
  ])('reads the total %s in cents', async (text, cents) => {
    const { verification } = await verified({ body: page('SIM7QX58', text) })
    expect(verification).toMatchObject({ kind: 'found', totalIncludingTax: cents })
  })

  it('is not fooled by an item that is called like the total', async () => {
    const { verification } = await verified({ body: page('SIM7QX58', '22760.00', 'TOTAL INCL OF TAX: 5.00') })
    expect(verification).toMatchObject({ kind: 'found', totalIncludingTax: 2_276_000 })
  })

  it('asks for the code and then for the time where the portal takes no time in the address', async () => {
    const { verification, paths } = await verified(
      { body: FORM },
      { body: FORM },
      { body: page('SIM7QX58', '22,760.00') },
    )
    expect(verification).toMatchObject({ kind: 'found', code: 'SIM7QX58', totalIncludingTax: 2_276_000 })
    expect(paths).toEqual(['/SIM7QX58_091507', '/SIM7QX58', '/Verify/Verified?Secret=09:15:07'])
  })

  it('takes another receipt in the second step for no answer, since look-ups of one caller can cross', async () => {
    const other = { body: page('SIM7QX59', '22,760.00') }
    expect((await verified({ body: FORM }, { body: FORM }, other)).verification).toMatchObject({
      kind: 'unknown',
    })
    const busy = { status: 503, body: 'busy' }
    expect((await verified({ body: FORM }, { body: FORM }, busy)).verification.kind).toBe('unknown')
  })

  it('takes the form again for not found', async () => {
    expect((await verified({ body: FORM })).verification).toEqual({ kind: 'not-found' })
    expect((await verified(redirect('/'), { body: FORM })).verification).toEqual({ kind: 'not-found' })
  })

  it.each<[string, StubAnswer[]]>([
    [
      'another receipt on the page, since look-ups of one caller can cross',
      [{ body: page('SIM7QX59', '22760.00') }],
    ],
    ['a redirect to another origin', [redirect('http://example.com/')]],
    ['a redirect without end', [redirect('/a'), redirect('/b')]],
    ['a redirect to nowhere', [{ status: 302 }]],
    ['a total that is no amount', [{ body: page('SIM7QX58', 'n/a') }]],
    ['a page that is neither', [{ body: '<html><body>Maintenance</body></html>' }]],
    ['an error', [{ status: 503, body: 'busy' }]],
    ['a cut line', [(response) => response.destroy()]],
    ['a page of ten megabytes', [{ body: Buffer.alloc(10 * 1024 * 1024, '<form>verify') }]],
  ])('does not know after %s', async (_name, answers) => {
    expect((await verified(...answers)).verification).toMatchObject({ kind: 'unknown' })
  })

  it('asks nothing for a code or time that is not in its form', async () => {
    await using stub = await startStub({ body: FORM })
    expect(await gateway.verify(stub.endpoint, '../x', '09:15:07')).toMatchObject({ kind: 'unknown' })
    expect(await gateway.verify(stub.endpoint, 'SIM7QX58', '9:15')).toMatchObject({ kind: 'unknown' })
    expect(stub.requests).toHaveLength(0)
  })

  it('makes look-ups one after the other', async () => {
    let open = 0
    let most = 0
    const slow: StubAnswer = (response) => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
        response.end(FORM)
      }, 20)
    }
    await using stub = await startStub(slow)
    const lookUps = ['A1B2C31', 'A1B2C32', 'A1B2C33'].map((code) =>
      gateway.verify(stub.endpoint, code, '09:15:07'),
    )
    expect(await Promise.all(lookUps)).toEqual([
      { kind: 'not-found' },
      { kind: 'not-found' },
      { kind: 'not-found' },
    ])
    expect(most).toBe(1)
  })
})
