ALTER TABLE "operations" ADD COLUMN "runner_epoch" bigint DEFAULT 0 NOT NULL;
