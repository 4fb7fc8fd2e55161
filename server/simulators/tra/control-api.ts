import * as v from 'valibot'
import {
  changeClock,
  changeDevice,
  changeProfile,
  createDevice,
  demandRegistration,
  isReceiptCodeTaken,
  renewCertificate,
  resetWorld,
} from './control-changes.ts'
import {
  ApprovalBody,
  BlockBody,
  ClockBody,
  DeviceBody,
  FaultBody,
  ProfileBody,
  RenewCertificateBody,
  ReRegisterBody,
  ResetBody,
} from './control-requests.ts'
import { viewClock, viewDevice, viewReceipt, viewReceived, viewZReport } from './control-views.ts'
import { bookOf } from './ledger.ts'
import { commitEntries, nowOf, type SimulatorContext } from './simulator-context.ts'
import { answer, answerJson, type SimAnswer, type SimRequest } from './simulator-http.ts'
import { isVisible } from './verify-portal.ts'

type Handler = (
  context: SimulatorContext,
  request: SimRequest,
  argument: string,
) => SimAnswer | Promise<SimAnswer>

/** JSON control of the simulator, under /sim; the README lists it. `*` matches one path segment. */
const HANDLERS: Record<string, Handler> = {
  'GET /sim/profile': (context) => answerJson(200, context.ledger.settings),
  'PUT /sim/profile': withBody(ProfileBody, async (context, body) => {
    await changeProfile(context, body)
    return answerJson(200, context.ledger.settings)
  }),
  'GET /sim/clock': (context) => answerJson(200, viewClock(context, nowOf(context))),
  'PUT /sim/clock': withBody(ClockBody, async (context, body) => {
    await changeClock(context, body)
    return answerJson(200, viewClock(context, nowOf(context)))
  }),
  'GET /sim/faults': (context) => answerJson(200, context.faults.list()),
  'POST /sim/faults': withBody(FaultBody, (context, body) => answerJson(201, context.faults.add(body))),
  'DELETE /sim/faults': (context) => {
    context.faults.clear()
    return answerJson(200, [])
  },
  'DELETE /sim/faults/*': (context, _, id) =>
    context.faults.remove(Number(id))
      ? answerJson(200, context.faults.list())
      : problem(404, 'No such fault'),
  'GET /sim/devices': (context) =>
    answerJson(
      200,
      [...context.ledger.devices.values()].map((device) => viewDevice(context, device)),
    ),
  'POST /sim/devices': withBody(DeviceBody, async (context, body) => {
    const made = await createDevice(context, body)
    return 'conflict' in made
      ? problem(409, made.conflict)
      : answerJson(200, viewDevice(context, made.device))
  }),
  'GET /sim/devices/*': withDevice((context, certkey) => deviceAnswer(context, certkey)),
  'POST /sim/devices/*/block': withBody(
    BlockBody,
    changing((body) => ({ blocked: body.message })),
  ),
  'POST /sim/devices/*/unblock': withBody(
    v.object({}),
    changing(() => ({ blocked: null })),
  ),
  'POST /sim/devices/*/approval': withBody(
    ApprovalBody,
    changing((body) => ({ approved: body.approved })),
  ),
  'POST /sim/devices/*/re-register': withBody(ReRegisterBody, async (context, body, certkey) => {
    const device = context.ledger.devices.get(certkey)
    if (device === undefined) return problem(404, 'No such device')
    if (body.receiptCode !== undefined && isReceiptCodeTaken(context, body.receiptCode, certkey)) {
      return problem(409, 'Receipt code belongs to another device')
    }
    await demandRegistration(context, device, body)
    return deviceAnswer(context, certkey)
  }),
  'POST /sim/devices/*/renew-certificate': withBody(
    RenewCertificateBody,
    async (context, { validDays }, certkey) => {
      const device = context.ledger.devices.get(certkey)
      if (device === undefined) return problem(404, 'No such device')
      await renewCertificate(context, device, validDays)
      return deviceAnswer(context, certkey)
    },
  ),
  'POST /sim/devices/*/revoke-tokens': withDevice(async (context, certkey) => {
    await commitEntries(context, [{ kind: 'tokens-revoked', certkey }])
    return deviceAnswer(context, certkey)
  }),
  'GET /sim/ledger': (context, { query }) => {
    const chosen = [...context.ledger.receipts.values()].filter(
      (receipt) => matches(query, 'tin', receipt.tin) && matches(query, 'certkey', receipt.certkey),
    )
    const withContent = query.has('content')
    return answerJson(
      200,
      latest(query, chosen).map((receipt) => viewReceipt(context, receipt, withContent)),
    )
  },
  'GET /sim/z-reports': (context, { query }) => {
    const reports = [...context.ledger.devices.keys()]
      .flatMap((certkey) => [...bookOf(context.ledger, certkey).zReports.values()])
      .filter((report) => matches(query, 'tin', report.tin) && matches(query, 'certkey', report.certkey))
    return answerJson(
      200,
      latest(query, reports).map((report) => viewZReport(report, query.has('content'))),
    )
  },
  'GET /sim/received': (context, { query }) => {
    const chosen = context.ledger.received.filter(
      (received) => matches(query, 'certkey', received.certkey) && matches(query, 'call', received.call),
    )
    return answerJson(200, latest(query, chosen).map(viewReceived))
  },
  'GET /sim/verify/*': (context, _, code) => {
    const receipt = context.ledger.receipts.get(code.toUpperCase().replace(/_\d{6}$/, ''))
    if (receipt === undefined) return answerJson(404, { found: false, reason: 'unknown' })
    if (!isVisible(context, receipt)) {
      const reason = receipt.visibleAtMs === null ? 'lost' : 'delayed'
      return answerJson(404, { found: false, reason })
    }
    return answerJson(200, { found: true, ...viewReceipt(context, receipt, false) })
  },
  'GET /sim/certificate': (context) =>
    answer(200, 'application/x-pem-file', context.identity.answerCertificatePem, {
      'content-disposition': 'attachment; filename="tra-simulator.pem"',
    }),
  'POST /sim/reset': withBody(ResetBody, async (context, body) => {
    await resetWorld(context, body.keepDevices)
    return answerJson(200, { reset: true })
  }),
}

/** Answers a request below /sim. Paths are case-sensitive because they contain CERTKEYs. */
export async function answerControl(
  context: SimulatorContext,
  path: string,
  request: SimRequest,
): Promise<SimAnswer> {
  const segments = path.split('/')
  const argument = decode(segments[3] ?? '')
  const pattern = segments.map((segment, index) => (index === 3 ? '*' : segment)).join('/')
  const handler = HANDLERS[`${request.method} ${pattern}`]
  return handler === undefined ? problem(404, 'No such control') : await handler(context, request, argument)
}

function withBody<Schema extends v.GenericSchema>(
  schema: Schema,
  handle: (
    context: SimulatorContext,
    body: v.InferOutput<Schema>,
    argument: string,
  ) => SimAnswer | Promise<SimAnswer>,
): Handler {
  return (context, request, argument) => {
    let value: unknown
    try {
      value = request.body.length === 0 ? {} : JSON.parse(request.body.toString('utf8'))
    } catch {
      return problem(400, 'JSON expected')
    }
    const parsed = v.safeParse(schema, value)
    if (parsed.success) return handle(context, parsed.output, argument)
    const issue = parsed.issues[0]
    return problem(422, `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
  }
}

function withDevice(
  handle: (context: SimulatorContext, certkey: string) => SimAnswer | Promise<SimAnswer>,
): Handler {
  return (context, _, certkey) =>
    context.ledger.devices.has(certkey) ? handle(context, certkey) : problem(404, 'No such device')
}

function changing<Body>(change: (body: Body) => Parameters<typeof changeDevice>[2]) {
  return async (context: SimulatorContext, body: Body, certkey: string): Promise<SimAnswer> => {
    if (!context.ledger.devices.has(certkey)) return problem(404, 'No such device')
    await changeDevice(context, certkey, change(body))
    return deviceAnswer(context, certkey)
  }
}

function deviceAnswer(context: SimulatorContext, certkey: string): SimAnswer {
  const device = context.ledger.devices.get(certkey)
  return device === undefined ? problem(404, 'No such device') : answerJson(200, viewDevice(context, device))
}

function problem(status: number, title: string): SimAnswer {
  return answerJson(status, { error: title })
}

function matches(query: URLSearchParams, name: string, value: string | null): boolean {
  const wanted = query.get(name)
  return wanted === null || wanted === value
}

/** The last `limit` of them in their order, or all. */
function latest<Item>(query: URLSearchParams, items: readonly Item[]): readonly Item[] {
  const limit = Number(query.get('limit') ?? 0)
  return limit > 0 ? items.slice(-limit) : items
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
