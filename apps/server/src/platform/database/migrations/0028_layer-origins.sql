CREATE TABLE "layer_origin_inputs" (
	"layer_id" text NOT NULL,
	"input" text NOT NULL,
	"source_map_id" text NOT NULL,
	"source_layer_id" text NOT NULL,
	"source_name" text NOT NULL,
	"version" bigint NOT NULL,
	"features" integer[],
	CONSTRAINT "layer_origin_inputs_layer_id_input_pk" PRIMARY KEY("layer_id","input")
);
--> statement-breakpoint
CREATE TABLE "layer_origins" (
	"layer_id" text PRIMARY KEY NOT NULL,
	"tool" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"author_id" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "layer_origin_inputs" ADD CONSTRAINT "layer_origin_inputs_layer_id_layer_origins_layer_id_fk" FOREIGN KEY ("layer_id") REFERENCES "public"."layer_origins"("layer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "layer_origins" ADD CONSTRAINT "layer_origins_layer_id_layers_id_fk" FOREIGN KEY ("layer_id") REFERENCES "public"."layers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "layer_origins" ADD CONSTRAINT "layer_origins_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "layer_origin_inputs_source" ON "layer_origin_inputs" USING btree ("source_layer_id");