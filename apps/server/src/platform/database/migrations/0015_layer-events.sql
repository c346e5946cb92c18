CREATE TABLE "layer_events" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"layer_id" text NOT NULL,
	"author_id" text,
	"kind" text NOT NULL,
	"detail" jsonb NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "layer_events" ADD CONSTRAINT "layer_events_layer_id_layers_id_fk" FOREIGN KEY ("layer_id") REFERENCES "public"."layers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "layer_events" ADD CONSTRAINT "layer_events_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "layer_events_layer" ON "layer_events" USING btree ("layer_id","made_at");