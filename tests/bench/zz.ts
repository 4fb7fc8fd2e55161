import { startShapedLine } from '../support/shaped-line.ts'
import { launchBrowser, newPhone } from './stage/browser.ts'
import { startFront } from './stage/front.ts'
import { startProduct } from './stage/product.ts'
import { openSellingPhone, pushesOf } from './stage/selling-phone.ts'

const product = await startProduct()
const front = await startFront(product)
const line = await startShapedLine({ host: '127.0.0.1', port: front.port })
const b = await launchBrowser()
try {
  const seller = await openSellingPhone(await newPhone(b, line.url), line)
  await seller.page.goto('/products')
  await seller.page.waitForTimeout(1000)
  const { giveProgram } = await import('./stage/sign-in.ts')
  const { bundleScript } = await import('./stage/bundle-script.ts')
  await giveProgram(seller.page, await bundleScript('phone-work.ts'))
  for (const n of [50, 300, 300]) {
    let t = performance.now()
    await seller.queue(n)
    console.log('sell', n, ((performance.now() - t) / n).toFixed(1), 'ms each')
    front.forgetCalls()
    front.setDelay(50)
    await seller.devtools.send('Profiler.enable')
    await seller.devtools.send('Profiler.start')
    t = performance.now()
    const took = await seller.drain(100000)
    console.log(
      'drain',
      n,
      took.toFixed(0),
      'ms',
      ((n / took) * 1000).toFixed(0),
      '/s',
      'loop',
      (await seller.page.evaluate(() => window.benchPhone.calibrationLoop())).toFixed(0),
    )
    const { profile } = await seller.devtools.send('Profiler.stop')
    front.setDelay(0)
    let prev = t
    for (const c of front.calls.filter((c) => c.at < t + took)) {
      console.log(
        c.path,
        'at',
        (c.at - t).toFixed(0),
        'gap',
        (c.at - prev).toFixed(0),
        'answer',
        (c.answeredAt - c.at).toFixed(0),
        c.wireBytes,
        c.rawBytes,
        c.status,
      )
      prev = c.answeredAt
    }
    const total = profile.samples!.length
    const self = new Map<string, number>()
    const byId = new Map(profile.nodes.map((n) => [n.id, n]))
    for (const x of profile.samples!) {
      const n = byId.get(x)!
      const k =
        n.callFrame.functionName +
        ' ' +
        n.callFrame.url.slice(-30) +
        ':' +
        n.callFrame.lineNumber +
        ':' +
        n.callFrame.columnNumber
      self.set(k, (self.get(k) ?? 0) + 1)
    }
    console.log(
      [...self]
        .sort((a, b) => b[1] - a[1])
        .slice(0, 10)
        .map(([k, v]) => ((100 * v) / total).toFixed(1) + '% ' + k)
        .join('\n'),
    )
  }
} finally {
  await b.close()
  await line.stop()
  await front.stop()
  await product.stop()
}
