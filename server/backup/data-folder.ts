import { CLUSTER_FOLDER } from './copy-cluster.ts'

/** What backups are called. Files of this name are never part of one. */
export const BACKUP_SUFFIX = '.risiti-backup'
/** Where a restore prepares and where it moves what it replaces, inside the data folder. */
export const STAGING_PREFIX = 'restoring-'
export const REPLACED_PREFIX = 'before-restore-'
export const KEY_FILE = 'risiti-key'

/** The simulated authority's own ledger: a restore of ours does not turn back what an authority has received. */
const NOT_OURS = new Set(['tra-simulator'])
/** Made anew when missing, or of the running machine only. */
const PASSING =
  /^(?:compressed|postgres\.log|postgres-new|initdb-.*\.txt|.*\.lock(?:\..*)?|postgres-password\..*|risiti-key\..*)$/
const OF_BACKUPS = new RegExp(`^(?:${STAGING_PREFIX}|${REPLACED_PREFIX})|\\${BACKUP_SUFFIX}(?:\\..*)?$`)

/** Whether a thing at the top of the data folder belongs to no backup, beside database and key, which come apart. */
export function isLeftOut(path: string): boolean {
  const [top = ''] = path.split('/')
  if (top === CLUSTER_FOLDER || top === KEY_FILE) return true
  return NOT_OURS.has(top) || PASSING.test(top) || OF_BACKUPS.test(path)
}

/** Whether a restore has to put a thing at the top of the data folder out of the way. */
export function isReplaced(name: string): boolean {
  return !NOT_OURS.has(name) && !OF_BACKUPS.test(name) && !/\.lock(?:\..*)?$/.test(name)
}
