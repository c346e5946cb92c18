CREATE TABLE "installations" (
	"id" text PRIMARY KEY NOT NULL
);
