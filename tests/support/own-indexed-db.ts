import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'

// Test files share a process; each begins with an empty storage.
globalThis.indexedDB = new IDBFactory()
Dexie.dependencies.indexedDB = globalThis.indexedDB
