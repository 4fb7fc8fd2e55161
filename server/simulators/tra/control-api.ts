import * as v from 'valibot'
import {
  changeClock,
  changeDevice,
  changeProfile,
  createDevice,
  demandRegistration,
  isReceiptCodeTaken,
  resetWorld,
} from './control-changes.ts'
import {
  ApprovalBody,
  BlockBody,
  ClockBody,
  DeviceBody,
  FaultBody,
  ProfileBody,
  ReRegisterBody,
  ResetBody,
} from './control-requests.ts'
import { viewClock, viewDevice, viewReceipt, viewReceived, viewZReport } from './control-views.ts'
import { bookOf } from './ledger.ts'
import { answer, answerJson, type SimAnswer, type SimRequest } from './sim-http.ts'
import { isVisible } from './verify-portal.ts'
import { nowOf, record, type World } from './world.ts'

type Handler = (world: World, request: SimRequest, argument: string) => SimAnswer | Promise<SimAnswer>

/** JSON control of the simulator, under /sim; the README lists it. `*` stands for one path segment. */
const HANDLERS: Record<string, Handler> = {
  'GET /sim/profile': (world) => answerJson(200, world.ledger.settings),
  'PUT /sim/profile': withBody(ProfileBody, async (world, body) => {
    await changeProfile(world, body)
    return answerJson(200, world.ledger.settings)
  }),
  'GET /sim/clock': (world) => answerJson(200, viewClock(world, nowOf(world))),
  'PUT /sim/clock': withBody(ClockBody, async (world, body) => {
    await changeClock(world, body)
    return answerJson(200, viewClock(world, nowOf(world)))
  }),
  'GET /sim/faults': (world) => answerJson(200, world.faults.list()),
  'POST /sim/faults': withBody(FaultBody, (world, body) => answerJson(201, world.faults.add(body))),
  'DELETE /sim/faults': (world) => {
    world.faults.clear()
    return answerJson(200, [])
  },
  'DELETE /sim/faults/*': (world, _, id) =>
    world.faults.remove(Number(id)) ? answerJson(200, world.faults.list()) : problem(404, 'No such fault'),
  'GET /sim/devices': (world) =>
    answerJson(
      200,
      [...world.ledger.devices.values()].map((device) => viewDevice(world, device)),
    ),
  'POST /sim/devices': withBody(DeviceBody, async (world, body) => {
    const made = await createDevice(world, body)
    return 'conflict' in made ? problem(409, made.conflict) : answerJson(200, viewDevice(world, made.device))
  }),
  'GET /sim/devices/*': withDevice((world, certkey) => deviceAnswer(world, certkey)),
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
  'POST /sim/devices/*/re-register': withBody(ReRegisterBody, async (world, body, certkey) => {
    const device = world.ledger.devices.get(certkey)
    if (device === undefined) return problem(404, 'No such device')
    if (body.receiptCode !== undefined && isReceiptCodeTaken(world, body.receiptCode, certkey)) {
      return problem(409, 'Receipt code belongs to another device')
    }
    await demandRegistration(world, device, body)
    return deviceAnswer(world, certkey)
  }),
  'POST /sim/devices/*/revoke-tokens': withDevice(async (world, certkey) => {
    await record(world, [{ kind: 'tokens-revoked', certkey }])
    return deviceAnswer(world, certkey)
  }),
  'GET /sim/ledger': (world, { query }) => {
    const chosen = [...world.ledger.receipts.values()].filter(
      (receipt) => matches(query, 'tin', receipt.tin) && matches(query, 'certkey', receipt.certkey),
    )
    const withContent = query.has('content')
    return answerJson(
      200,
      latest(query, chosen).map((receipt) => viewReceipt(world, receipt, withContent)),
    )
  },
  'GET /sim/z-reports': (world, { query }) => {
    const reports = [...world.ledger.devices.keys()]
      .flatMap((certkey) => [...bookOf(world.ledger, certkey).zReports.values()])
      .filter((report) => matches(query, 'tin', report.tin) && matches(query, 'certkey', report.certkey))
    return answerJson(
      200,
      latest(query, reports).map((report) => viewZReport(report, query.has('content'))),
    )
  },
  'GET /sim/received': (world, { query }) => {
    const chosen = world.ledger.received.filter(
      (received) => matches(query, 'certkey', received.certkey) && matches(query, 'call', received.call),
    )
    return answerJson(200, latest(query, chosen).map(viewReceived))
  },
  'GET /sim/verify/*': (world, _, code) => {
    const receipt = world.ledger.receipts.get(code.toUpperCase().replace(/_\d{6}$/, ''))
    if (receipt === undefined) return answerJson(404, { found: false, reason: 'unknown' })
    if (!isVisible(world, receipt)) {
      const reason = receipt.visibleAtMs === null ? 'lost' : 'delayed'
      return answerJson(404, { found: false, reason })
    }
    return answerJson(200, { found: true, ...viewReceipt(world, receipt, false) })
  },
  'GET /sim/certificate': (world) =>
    answer(200, 'application/x-pem-file', world.identity.answerCertificatePem, {
      'content-disposition': 'attachment; filename="tra-simulator.pem"',
    }),
  'POST /sim/reset': withBody(ResetBody, async (world, body) => {
    await resetWorld(world, body.keepDevices)
    return answerJson(200, { reset: true })
  }),
}

/** Answers a request below /sim. Letter case counts here, as CERTKEYs stand in the path. */
export async function answerControl(world: World, path: string, request: SimRequest): Promise<SimAnswer> {
  const segments = path.split('/')
  const argument = decode(segments[3] ?? '')
  const pattern = segments.map((segment, index) => (index === 3 ? '*' : segment)).join('/')
  const handler = HANDLERS[`${request.method} ${pattern}`]
  return handler === undefined ? problem(404, 'No such control') : await handler(world, request, argument)
}

function withBody<Schema extends v.GenericSchema>(
  schema: Schema,
  handle: (world: World, body: v.InferOutput<Schema>, argument: string) => SimAnswer | Promise<SimAnswer>,
): Handler {
  return (world, request, argument) => {
    let value: unknown
    try {
      value = request.body.length === 0 ? {} : JSON.parse(request.body.toString('utf8'))
    } catch {
      return problem(400, 'JSON expected')
    }
    const parsed = v.safeParse(schema, value)
    if (parsed.success) return handle(world, parsed.output, argument)
    const issue = parsed.issues[0]
    return problem(422, `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
  }
}

function withDevice(handle: (world: World, certkey: string) => SimAnswer | Promise<SimAnswer>): Handler {
  return (world, _, certkey) =>
    world.ledger.devices.has(certkey) ? handle(world, certkey) : problem(404, 'No such device')
}

function changing<Body>(change: (body: Body) => Parameters<typeof changeDevice>[2]) {
  return async (world: World, body: Body, certkey: string): Promise<SimAnswer> => {
    if (!world.ledger.devices.has(certkey)) return problem(404, 'No such device')
    await changeDevice(world, certkey, change(body))
    return deviceAnswer(world, certkey)
  }
}

function deviceAnswer(world: World, certkey: string): SimAnswer {
  const device = world.ledger.devices.get(certkey)
  return device === undefined ? problem(404, 'No such device') : answerJson(200, viewDevice(world, device))
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
