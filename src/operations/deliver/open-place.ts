import type { Delivery } from '../../settings/schema.ts';
import { openFolderPlace } from './folder-place.ts';
import { openMailPlace } from './mail-place.ts';
import type { Place, PlaceRequest } from './place.ts';
import { openS3Place } from './s3-place.ts';
import { openSftpPlace } from './sftp-place.ts';

const OPENERS: Readonly<Record<Delivery['kind'], (request: PlaceRequest) => Promise<Place>>> = {
  sftp: openSftpPlace,
  s3: openS3Place,
  folder: openFolderPlace,
  email: openMailPlace,
};

/** Opens the place of a delivery. Throws Undelivered, and Fault SECRET_UNAVAILABLE. */
export function openPlace(request: PlaceRequest): Promise<Place> {
  return OPENERS[request.delivery.kind](request);
}
