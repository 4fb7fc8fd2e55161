/**
 * What each room may import and use. The compiler's references (one tsconfig.json per room) say which rooms; this
 * says the rest.
 */

export interface RoomRules {
  /** Folders of the room, and which others each may import; files beside the folders join them and may import all. */
  folders?: Readonly<Record<string, readonly string[]>>
  /** Packages the room may import, by name or by a prefix ending in `*`; undefined: any that is not in `never`. */
  packages?: string[]
  /** Packages the room must leave to the room that owns them. */
  never?: string[]
  /** May use the machine's time, chance or console. All other rooms get them as arguments. */
  mayUseAmbient?: boolean
}

const ownedElsewhere = ['dexie', 'ky', 'firebase', 'node:*', 'pg', 'kysely', 'hono']

export const roomRules: Record<string, RoomRules> = {
  'src/domain': { packages: [] },
  'src/contract': { packages: ['valibot'] },
  'src/data': { packages: ['@noble/hashes', 'dexie', 'valibot'] },
  'src/api': { packages: ['ky', 'valibot'] },
  'src/session': { packages: ['valibot', 'zustand', 'zustand/*'] },
  'src/sync': {
    packages: ['dexie', 'valibot'],
    folders: {
      connection: [],
      outbox: ['connection'],
      inbox: ['connection'],
      attachments: ['connection'],
      restore: ['connection', 'outbox'],
      transfer: ['connection', 'outbox'],
    },
  },
  'src/commands': { packages: ['valibot'] },
  // React for the hooks that memoize messages between renders; nothing the worker imports names it.
  'src/i18n': { packages: ['@lingui/*', 'react'] },
  'src/ui': { never: ownedElsewhere },
  'src/blocks': { never: ownedElsewhere },
  'src/app-context': { never: ownedElsewhere },
  'src/features': { never: ownedElsewhere },
  'src/routes': { never: ownedElsewhere },
  'src/receipt-pdf': { packages: ['jspdf', 'uqr'] },
  'src/workers': { never: ['dexie', 'ky', 'react', 'node:*'] },
  'src/app': { never: ['ky', 'node:*'], mayUseAmbient: true },
  sw: { packages: ['workbox-*', 'valibot'], mayUseAmbient: true },
  server: { never: ['react', 'react-dom', 'dexie', 'ky', 'vite'] },
}

/** Files of a room without `mayUseAmbient` that put a program together and so may use them. */
export const compositionRoots = [
  /^server\/(.+\/)?main\.ts$/,
  /^server\/(start-server|clock)\.ts$/,
  // Runs in programs of other people, who pass nothing in.
  /^server\/http\/public-api\/client\/runtime\.ts$/,
]

/** Pairs `object.member` that read from the machine what a caller should pass. */
export const ambientMembers = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'crypto.randomUUID',
  'crypto.getRandomValues',
])

export function roomOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return first === 'src' ? `src/${second}` : first
}

export function matches(name: string, patterns: string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*')
      ? name.startsWith(pattern.slice(0, -1))
      : name === pattern || name.startsWith(`${pattern}/`),
  )
}
