/** A fault that the product must survive: its id, as titles of tests name it, and what goes wrong. */
export type Fault = { readonly id: string; readonly what: string }

const AREAS: Readonly<Record<string, readonly string[]>> = {
  // The way between phone and server.
  A: [
    'no network while somebody saves',
    'connections are refused, then taken again',
    'the connection is reset while the request goes up',
    'the connection dies before the server has the request',
    'the answer is lost after the commit',
    'a re-used connection dies, and the browser sends the POST again by itself',
    'the answer is cut off inside',
    '2G: 50 kbit/s, 800 ms, stalls',
    'a black hole takes the request and never answers',
    'the answer comes after the phone gave up and asked again',
    'a Wi-Fi login page answers 200 to everything',
    'a Wi-Fi login by redirect or 511',
    'the name is not found, or TLS fails because the phone has a wrong date',
    'the line comes and goes',
    'the device says that it is online and nothing works; a storm of news',
    'the same request arrives twice at the same moment',
    'a proxy takes headers away and unpacks bodies',
    'a cache on the way gives the answers of another tenant',
  ],
  // What the server says over HTTP.
  B: [
    '503 with Retry-After in the middle of sending',
    '500 after the commit',
    '429 with a rising Retry-After',
    '401 in the middle of sending, the renewal works',
    '401, and the renewal is refused',
    '403: the person is disabled in the middle of sending',
    '403: the company is blocked by the authority, later not',
    '409: the first sending of the same is still under way',
    '422: one key, another body',
    'one operation of many is invalid',
    '413 for many at once, then for one alone',
    '404, 410 or 426: the address is retired',
    '200 with results missing, doubled, unknown or in another order',
    '200 with results that cannot be true',
    'the answer to a renewal is lost, and the line stays dead for days',
  ],
  // Pages and worker.
  C: [
    'the worker is killed before the request leaves',
    'the worker is killed while the request is under way',
    'the worker is killed after the commit, before the answer',
    'the worker is killed when the answer is there and not stored',
    'the tab closes at the moment of "saved"',
    'the browser is killed right after "saved"',
    'reloads in the middle of sending',
    'a new version of the worker takes over in the middle of sending',
    'the last sync event fails',
    'a frozen page holds the lock',
    'thousands of invoices wait',
    'the worker is stopped because it is idle',
  ],
  // Storage on the phone.
  D: [
    'no room when somebody saves',
    'no room when the answer is to be stored',
    'every call fails: the connection to storage is lost',
    'storage is closing under the app',
    'opening never answers',
    'an upgrade is blocked by an old tab',
    'a newer version wants the database while somebody saves',
    'the browser dropped everything',
    'there is no storage at all',
    'the browser refuses to keep storage for good',
    'a transaction ends early',
    'a piece of a stored file cannot be read',
    'rows are damaged, in the outbox or in any other table',
    'the outbox is empty that was not, with its records or without',
  ],
  // Several contexts of one browser.
  E: [
    'two tabs and the worker send at once',
    'a double tap, and two tabs that submit the same draft',
    'the sending tab closes in the middle',
    'Web Locks are missing or refuse',
    'messages between page and worker are lost or doubled',
    'a second tab saves without a network',
    'the storage of a phone is copied to another, and both go on',
  ],
  // Clocks.
  F: [
    'the clock of the phone is 400 days ahead',
    'the clock of the phone stands at 1970',
    'the clock jumps during a pause',
    'the clock of the server steps back an hour',
    'midnight in East Africa passes in the middle of sending',
    'timers run once a minute',
  ],
  // Order.
  G: [
    'customer and invoice made without a network',
    'the first of a chain is refused',
    'the customer exists on the server',
    'the server dies after the third operation of ten',
    'one operation always breaks the handler',
    'an edit after the submission is queued',
    'a cancellation while the submission is under way',
    'many operations of one record, answers in another order',
  ],
  // People.
  H: [
    'logging out with work waiting; the same person comes back after days',
    'another person logs in on the phone',
    'the person moves to another company',
    'the person is disabled for good with work waiting',
    'an operation names a foreign company or record',
    'a forced change of the password appears in the middle',
    'the device is revoked',
  ],
  // Server and authority; written I-1 and so on, since I1 and so on are laws.
  I: [
    'the server is killed at any point of a push',
    'fifty phones of one company push at once',
    'the database is busy or refuses to serialize',
    'a restart with a hundred receipts on their way to the authority',
    'the authority does not answer in time',
    'the authority takes a receipt and its answer is lost',
    'the authority says that it has the receipt already',
    'the authority refuses a receipt for good',
    'two server processes send to the authority',
    'the authority acknowledges, and later does not know the receipt',
    'the data of the server goes back without the restore command',
    'the disk of the server is full, or its database only reads',
  ],
  // What comes down.
  J: [
    'a page of the feed is applied half when the worker dies',
    'the same page twice, pages out of order',
    'a slow transaction commits behind a cursor that was given out',
    'a cursor that the server cannot go on from',
    'records are taken away from a person',
    'an old answer from a cache arrives',
    '"issued" comes before the answer of the push',
  ],
  // Files.
  K: [
    'a cut inside any piece',
    'server and phone disagree how far a file came',
    'the server lost a half file',
    'a piece is damaged on the way',
    'the same file attached twice',
    'a large file on a slow line while invoices wait',
  ],
  // Versions.
  L: [
    'the app is updated while operations of the old version wait',
    'the server is older than the app',
    'an upgrade of storage throws half-way',
    'a part of the new app cannot be loaded',
    'records and fields of a newer server',
  ],
}

function idOf(area: string, number: number): string {
  return area === 'I' ? `I-${number}` : `${area}${number}`
}

/** All of them, A1 to L5. */
export const FAULTS: readonly Fault[] = Object.entries(AREAS).flatMap(([area, faults]) =>
  faults.map((what, index) => ({ id: idOf(area, index + 1), what })),
)

/** Faults that no test injects, and why. */
export const NOT_HERE: Readonly<Record<string, string>> = {
  J5: 'Everybody in a company sees all its records, so a person loses access to a record only with the account (H3).',
}

/**
 * Faults that the simulation injects into its days (`simulation/plan/plan.ts`: black hole, storage full, lost
 * and hanging, eviction, slow timers, damaged rows, empty tables, copied phones) and checks at the end; their own tests look at one part only.
 */
export const IN_SIMULATION: readonly string[] = ['A9', 'D2', 'D3', 'D5', 'D8', 'D13', 'D14', 'E7', 'F6']
