/**
 * Serves capture on a free port, with a clock of its own, until it is told to end. Counts the syncs of the disk by a
 * wrapper around it, not by what capture says. Parameter: JSON with `folder`, where it logs.
 */
import { DISK, type Disk } from '../../src/append-log/disk.ts';
import { openCaptureLog } from '../../src/capture/capture-log.ts';
import { startCapture } from '../../src/capture/start-capture.ts';
import { now } from '../../src/clock.ts';
import { createLog } from '../../src/log.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { serveMeter } from './served.ts';

const { folder } = JSON.parse(process.argv[2]!) as { readonly folder: string };
const log = createLog({ write: () => undefined });
let [syncs, bytes] = [0, 0];
const counted: Disk = {
  ...DISK,
  open: async (path) => {
    const file = await DISK.open(path);
    return {
      ...file,
      append: async (block) => {
        await file.append(block);
        bytes += block.length;
      },
      sync: async () => {
        await file.sync();
        syncs += 1;
      },
    };
  },
};
const { capture: settings, ingest } = parseSettings({ capture: { listen: '127.0.0.1:0' } });
const capture = await startCapture({
  ...{ settings, mostLineBytes: ingest.maxLineBytes, workingDirectory: folder, now, log },
  openLog: (onStored) => openCaptureLog({ folder, now, log, disk: counted, onStored }),
});
serveMeter(
  capture.url,
  () => capture.close(),
  () => ({ syncs, bytes }),
);
