import { html } from 'hono/html'
import * as v from 'valibot'
import {
  changeClock,
  changeDevice,
  changeProfile,
  demandRegistration,
  resetWorld,
} from './control-changes.ts'
import { ClockBody, FaultBody, ProfileBody, ReRegisterBody } from './control-requests.ts'
import { type Html, htmlPage, SIMULATION_MARK } from './html.ts'
import type { DeviceRecord } from './ledger-entries.ts'
import { FAULT_KINDS } from './settings.ts'
import { nowOf, type SimulatorContext } from './simulator-context.ts'
import { answer, answerRedirect, type SimAnswer, type SimRequest } from './simulator-http.ts'
import { VERIFY_PATH } from './verify-portal.ts'

/** GET /sim: the simulator in the hands of a person; forms only, no script. */
export function controlPage(context: SimulatorContext): SimAnswer {
  const { ledger, faults } = context
  const { settings } = ledger
  const devices = [...ledger.devices.values()]
  const receipts = [...ledger.receipts.values()].slice(-20).reverse()
  const body = html`${SIMULATION_MARK}<h1>Tax authority simulator</h1>
<p>Simulated time ${new Date(nowOf(context)).toISOString()}. ${devices.length} devices, ${ledger.receipts.size} receipts, ${ledger.receivedCount} messages received. <a href="/sim/certificate">Certificate</a> <a href="${VERIFY_PATH}/">Verify</a></p>
<h2>Behaviour</h2>
<form method="post" action="/sim/page/profile">
${select('profile', ['strict', 'field', 'chaos'], settings.profile)}
${select('duplicateAnswer', ['0', '902'], String(settings.duplicateAnswer))}
${select('ackTime', ['server', 'echo'], settings.ackTime)}
${number('tokenLifetimeSeconds', settings.tokenLifetimeSeconds)}${number('visibleDelayMs', settings.visibleDelayMs)}
${number('chaosPercent', Math.round(settings.chaos.rate * 100))}${number('chaosSeed', settings.chaos.seed)}
<button>Save</button></form>
<form method="post" action="/sim/page/clock">${number('offsetMinutes', settings.clock.offsetMs / 60_000)}<button>Shift clock</button></form>
<h2>Faults</h2>
<ul>${faults.list().map((fault) => html`<li>${JSON.stringify(fault)}</li>`)}</ul>
<form method="post" action="/sim/page/fault">${select('kind', FAULT_KINDS, 'drop-answer')}${number('times', 1)}${number('ms', 1000)}${number('status', 503)}${number('code', 5)}<button>Add fault</button></form>
<form method="post" action="/sim/page/clear-faults"><button>Take all faults away</button></form>
<h2>Devices</h2>
<div class="scroll"><table><tr><th>CERTKEY</th><th>TIN</th><th>Name</th><th>State</th><th>Command</th></tr>${devices.map(deviceRow)}</table></div>
<h2>Latest receipts</h2>
<div class="scroll"><table><tr><th>Code</th><th>GC</th><th>DC</th><th>Date</th><th>Time</th><th class="number">Total</th><th>Flags</th></tr>
${receipts.map((receipt) => html`<tr><td><a href="${`${VERIFY_PATH}/${receipt.rctvnum}_${receipt.time.replaceAll(':', '')}`}">${receipt.rctvnum}</a></td><td>${receipt.gc}</td><td>${receipt.dc}</td><td>${receipt.date}</td><td>${receipt.time}</td><td class="number">${(receipt.totalInclCents / 100).toFixed(2)}</td><td>${receipt.flags.join(' ')}${receipt.visibleAtMs === null ? ' LOST' : ''}</td></tr>`)}</table></div>
<h2>Latest messages</h2>
<div class="scroll"><table><tr><th>No.</th><th>Call</th><th>About</th><th>HTTP</th><th>Code</th><th>Fault</th><th>Detail</th></tr>
${ledger.received
  .slice(-20)
  .reverse()
  .map(
    (received) =>
      html`<tr><td>${received.number}</td><td>${received.call}</td><td>${received.subject ?? ''}</td><td>${received.status ?? 'dropped'}</td><td>${received.ackCode ?? ''}</td><td>${received.fault ?? ''}</td><td>${received.detail ?? ''}</td></tr>`,
  )}</table></div>
<h2>Start over</h2>
<form method="post" action="/sim/page/reset">${select('keepDevices', ['yes', 'no'], 'yes')}<button>Empty the ledger</button></form>`
  return htmlPage('Tax authority simulator', body, { wide: true })
}

function deviceRow(device: DeviceRecord): Html {
  const state = device.reRegister ?? device.blocked ?? (device.approved ? 'active' : 'not approved')
  const command = (name: string) => html`<button name="command" value="${name}">${name}</button> `
  return html`<tr><td>${device.certkey}</td><td>${device.tin}</td><td>${device.name}</td><td>${state}</td><td><form method="post" action="/sim/page/device"><input type="hidden" name="certkey" value="${device.certkey}">${[command(device.blocked === null ? 'block' : 'unblock'), command('re-register'), command(device.approved ? 'disapprove' : 'approve')]}</form></td></tr>`
}

function select(name: string, options: readonly string[], chosen: string): Html {
  return html`<label>${name} <select name="${name}">${options.map((option) =>
    option === chosen ? html`<option selected>${option}</option>` : html`<option>${option}</option>`,
  )}</select></label>`
}

function number(name: string, value: number): Html {
  return html`<label>${name} <input class="short" name="${name}" inputmode="numeric" value="${value}"></label>`
}

/** POST /sim/page/*: what a form of the page changes; leads back to the page. */
export async function answerControlForm(
  context: SimulatorContext,
  path: string,
  request: SimRequest,
): Promise<SimAnswer> {
  const form = new URLSearchParams(request.body.toString('utf8'))
  const valid = await changeFromForm(context, path.slice('/sim/page/'.length), form)
  return valid ? answerRedirect('/sim') : answer(422, 'text/plain; charset=utf-8', 'A value has a wrong form')
}

async function changeFromForm(
  context: SimulatorContext,
  action: string,
  form: URLSearchParams,
): Promise<boolean> {
  const whole = (name: string) => Number(form.get(name))
  switch (action) {
    case 'profile': {
      const body = v.safeParse(ProfileBody, {
        profile: form.get('profile'),
        duplicateAnswer: whole('duplicateAnswer'),
        ackTime: form.get('ackTime'),
        tokenLifetimeSeconds: whole('tokenLifetimeSeconds'),
        visibleDelayMs: whole('visibleDelayMs'),
        chaos: { rate: whole('chaosPercent') / 100, seed: whole('chaosSeed') },
      })
      if (body.success) await changeProfile(context, body.output)
      return body.success
    }
    case 'clock': {
      const body = v.safeParse(ClockBody, { offsetMs: Math.round(whole('offsetMinutes') * 60_000) })
      if (body.success) await changeClock(context, body.output)
      return body.success
    }
    case 'fault': {
      const body = v.safeParse(FaultBody, {
        kind: form.get('kind'),
        times: whole('times') > 0 ? whole('times') : null,
        ms: whole('ms'),
        status: whole('status'),
        code: whole('code'),
      })
      if (body.success) context.faults.add(body.output)
      return body.success
    }
    case 'clear-faults':
      context.faults.clear()
      return true
    case 'device':
      return await commandDevice(context, form.get('certkey') ?? '', form.get('command') ?? '')
    case 'reset':
      await resetWorld(context, form.get('keepDevices') === 'yes')
      return true
    default:
      return false
  }
}

async function commandDevice(context: SimulatorContext, certkey: string, command: string): Promise<boolean> {
  const device = context.ledger.devices.get(certkey)
  if (device === undefined) return false
  if (command === 're-register') {
    await demandRegistration(context, device, v.parse(ReRegisterBody, {}))
    return true
  }
  const changes: Record<string, Partial<DeviceRecord>> = {
    block: { blocked: 'VFD is blocked by the tax authority' },
    unblock: { blocked: null },
    approve: { approved: true },
    disapprove: { approved: false },
  }
  const change = changes[command]
  if (change === undefined) return false
  await changeDevice(context, certkey, change)
  return true
}
